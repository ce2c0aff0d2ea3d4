"""The JSON Schemas of the format, for editors: without a key, under addresses that stay."""

from __future__ import annotations

from functools import cache

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley.domain.projects.format.schemas import all_schemas

MEDIA_TYPE = "application/schema+json"
CACHING = "public, max-age=3600"


@cache
def _bodies() -> dict[str, bytes]:
    """Made when somebody first asks; they change with a new version, whose processes are new too."""
    return {name: orjson.dumps(schema, option=orjson.OPT_INDENT_2) for name, schema in all_schemas().items()}


async def serve_schema(request: Request) -> Response:
    body = _bodies().get(request.path_params["name"])
    if body is None:
        return Response(b'{"message":"There is no such schema."}', 404, media_type="application/json")
    return Response(body, media_type=MEDIA_TYPE, headers={"cache-control": CACHING})


def schema_routes() -> list[Route]:
    return [Route("/schemas/{name}.json", serve_schema)]
