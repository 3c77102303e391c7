"""Answers of the JSON routes that refuse something: a code for scripts and a sentence for the player."""

from typing import Any

from flask import Response, jsonify


def refusal(status: int, code: str, message: str, **more: Any) -> tuple[Response, int]:
    """``{"error": {code, message, …}}`` with this HTTP status."""
    return jsonify(error={"code": code, "message": message, **more}), status
