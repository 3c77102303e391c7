"""Answers of the JSON routes that refuse something: a code for scripts and a sentence for the player."""

from typing import Any

from flask import Response, jsonify

from webapp.pages.wording import _


def refusal(status: int, code: str, message: str, **more: Any) -> tuple[Response, int]:
    """``{"error": {code, message, …}}`` with this HTTP status."""
    return jsonify(error={"code": code, "message": message, **more}), status


def malformed(error: Exception) -> tuple[Response, int]:
    """Answer a request that no page of ours sends."""
    return refusal(
        400,
        "malformed",
        _(
            "The page and the server do not understand each other (%(what)s). Reload the page.",
            what=str(error),
        ),
    )
