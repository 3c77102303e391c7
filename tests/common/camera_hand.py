"""What the page of hands posts for a hand that the camera has seen."""

import json
import re
import uuid
from html import unescape
from typing import Any

from flask.testing import FlaskClient


def given_at(client: FlaskClient, address: str) -> dict[str, Any]:
    """What the page of hands at this address knows of its table and hand."""
    found = re.search(r'data-table="([^"]*)"', client.get(address).text)
    given: dict[str, Any] = json.loads(unescape(found[1])) if found else {}
    return given


def posted(given: dict[str, Any], sequence: int) -> dict[str, Any]:
    """Its booking as the page posts it while the table's last event has this number."""
    entry = json.loads(given["booked"])
    (win, *others) = entry["wins"]
    return {
        "hand": win["hand"],
        "context": {**entry["context"], "winner": win["winner"]},
        "others": others,
        "camera": given["camera"],
        "expected": sequence,
        "uuid": str(uuid.uuid4()),
    }
