"""Replies of models that were asked for JSON."""

from __future__ import annotations

from typing import Any

import orjson


def json_object(reply: str) -> dict[str, Any] | None:
    """None: there is none in it."""
    try:
        # Models put JSON into sentences and code blocks, also when they are asked not to.
        found: dict[str, Any] = orjson.loads(reply[reply.index("{") : reply.rindex("}") + 1])
    except ValueError:
        return None
    return found
