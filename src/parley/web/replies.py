"""Answers as bytes."""

from __future__ import annotations

import orjson
from starlette.responses import Response


def reply(body: object, status: int = 200) -> Response:
    return Response(orjson.dumps(body), status_code=status, media_type="application/json")


def no_content() -> Response:
    return Response(status_code=204)
