"""A test client that is a browser with a page of ours open."""

import re
from typing import Any

from flask.testing import FlaskClient


class PhoneClient(FlaskClient):
    """A browser that asks for the page by its address in the Wi-Fi."""

    base_url = "http://192.168.1.5:8000"

    def open(self, *args: Any, **more: Any) -> Any:
        more.setdefault("base_url", self.base_url)
        return super().open(*args, **more)


def with_page_open(client: FlaskClient, **environ: str) -> FlaskClient:
    """Give a client what a browser showing a page of ours has: a cookie, and the mark that the page holds."""
    client.environ_base.update(environ, HTTP_SEC_FETCH_SITE="same-origin")
    mark = re.search(r'name="form-mark" content="([^"]+)"', client.get("/about").text)
    assert mark is not None
    client.environ_base["HTTP_X_FANPAI_MARK"] = mark[1]
    return client
