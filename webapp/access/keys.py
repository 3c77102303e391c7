"""What the data folder's secret signs: the addresses that let devices in, and the marks in forms."""

import base64
import hashlib
import hmac
from typing import Final

from webapp.store.access import Link

_BYTES: Final = 16


class Keys:
    """Signs with one secret; nothing it makes can be made from the database alone."""

    def __init__(self, secret: bytes) -> None:
        """``secret``: webapp.paths.DataFolder.secret_key."""
        self._secret = secret

    def token(self, link: Link) -> str:
        """What stands in a link's address: its id and a signature of 128 bits."""
        return f"{link.id}.{self._sign('link', link.id, link.table_id, link.role)}"

    def is_token_of(self, token: str, link: Link) -> bool:
        """Whether this is the link's token."""
        return _same(token, self.token(link))

    def form_mark(self, device: str) -> str:
        """What a form of ours carries on this device, and a form of another site cannot know."""
        return self._sign("form", device)

    def is_form_mark(self, mark: str, device: str) -> bool:
        """Whether a form with this mark was served to this device."""
        return _same(mark, self.form_mark(device))

    def _sign(self, *parts: str) -> str:
        made = hmac.new(self._secret, "\0".join(parts).encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(made[:_BYTES]).decode().rstrip("=")


def link_id_of(token: str) -> str:
    """The id of the link that a token says it belongs to."""
    return token.partition(".")[0]


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
