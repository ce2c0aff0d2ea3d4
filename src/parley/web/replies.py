"""Answers as bytes."""

from __future__ import annotations

import orjson
from starlette.responses import Response


def reply(body: object, status: int = 200) -> Response:
    return Response(orjson.dumps(body), status_code=status, media_type="application/json")
