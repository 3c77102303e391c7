"""Every form that changes something carries the device's mark, without anybody having to think of it."""

import re
from typing import Final

from jinja2.ext import Extension

FIELD: Final = "mark"
HEADER: Final = "X-Fanpai-Mark"
_FORM: Final = re.compile(r'<form\b(?=[^>]*\bmethod="post")[^>]*>')
_INPUT: Final = f'<input type="hidden" name="{FIELD}" value="{{{{ form_mark() }}}}">'


class MarkedForms(Extension):
    """Puts the hidden field into each ``<form method="post">`` as templates are compiled."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template's source with the fields."""
        return _FORM.sub(lambda form: form[0] + _INPUT, source)
