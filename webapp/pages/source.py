"""The source of this very installation, as the licence asks of whoever serves a changed version."""

import io
import zipfile
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from webapp.pages.attachment import attachment

PACKAGES: Final = ("scorer", "vision", "datasets", "models", "webapp")
_LEFT_OUT: Final = frozenset({"__pycache__"})

pages = Blueprint("source", __name__)


@pages.get("/source.zip")
def archive() -> Response:
    """All packages as they are installed here, changes included, with the licence."""
    name = f"fanpai-{metadata.version('fanpai')}-source.zip"
    return attachment(packed(), "application/zip", name)


@cache
def packed() -> bytes:
    """The archive's bytes, made once per process."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive_file:
        for package in PACKAGES:
            folder = Path(str(resources.files(package)))
            for path in sorted(folder.rglob("*")):
                if path.is_file() and not _LEFT_OUT & set(path.parts):
                    archive_file.write(path, Path(package) / path.relative_to(folder))
        for file in metadata.files("fanpai") or ():
            if file.name in {"LICENSE", "METADATA"}:
                archive_file.write(str(file.locate()), file.name)
    return made.getvalue()
