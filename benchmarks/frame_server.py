"""The server of the frame benchmark: one endpoint behind the whole frame (region, routing, key, body, envelope), and
beside it, in the same process and server, a bare app that answers the same bytes."""

from __future__ import annotations

import sys
from pathlib import Path

import uvloop
from pydantic import BaseModel, Field
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benchmarks.server import cpu_used, opened, serve
from parley.domain.accounts import actions as accounts
from parley.domain.accounts.model import Family
from parley.domain.accounts.model import Scope as KeyScope
from parley.resources import Resources
from parley.settings import PLATFORM_REGIONS
from parley.web.endpoint import Call, Endpoint
from parley.web.groups import AGENTS
from parley.web.middleware import Middleware
from parley.web.regions import Regions
from parley.web.responses import reply
from parley.web.router import make_router

ANSWER = {"name": "Ada", "count": 3, "tags": ["a", "b"]}


class Body(BaseModel):
    name: str = Field(min_length=1, max_length=255)
    count: int = Field(ge=0)
    tags: list[str]


async def echo(call: Call[Body, None]) -> Response:
    return reply({"name": call.body.name, "count": call.body.count, "tags": call.body.tags})


async def bare(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/cpu":
        await cpu_used()(scope, receive, send)
        return
    while (await receive()).get("more_body"):
        pass
    content = b'{"name":"Ada","count":3,"tags":["a","b"]}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def framed(resources: Resources) -> Middleware:
    """As many routes before it as the platform will have, so that routing costs what it will cost."""
    regions = Regions(resources.settings.region, PLATFORM_REGIONS)
    others = [
        Endpoint("POST", f"/v1/{{account_id}}/{{project_id}}/other{number}", echo, AGENTS, "Another", body=Body)
        for number in range(20)
    ]
    endpoint = Endpoint("POST", "/v1/echo", echo, AGENTS, "The one that is measured", body=Body, reply=Body)
    router = make_router(resources, regions, [*others, endpoint], [], lambda _path: AGENTS)
    return Middleware(router, resources, regions, lambda _path: AGENTS)


async def main(data: Path) -> None:
    async with opened(data) as resources:
        async with resources.db.transaction() as tx:
            account = await accounts.create_account(tx, "bench")
            key = await accounts.issue_key(tx, Family.BUILD, KeyScope(account.id), resources.clock.now())
        await serve({"framed": framed(resources), "bare": bare}, {"key": key.secret})


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
