"""A process that is told to stop says so, goes on for a while, and closes what comes over lasting connections."""

from __future__ import annotations

import asyncio

import httpx
import pytest
import uvicorn
from starlette.types import ASGIApp

from parley.asgi import platform
from parley.kit import tasks
from parley.kit.http_limits import HttpLimits
from parley.resources import Resources
from parley.web.serve import bind, quiet_server, serve
from tests.waiting import until

pytestmark = pytest.mark.io

LONG = 600.0


async def test_it_takes_requests_while_load_balancers_find_out(resources: Resources) -> None:
    stop, listener = asyncio.Event(), bind("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    servers: list[uvicorn.Server] = []

    def kept(app: ASGIApp, drain_seconds: float, limits: HttpLimits) -> uvicorn.Server:
        servers.append(quiet_server(app, drain_seconds, limits))
        return servers[-1]

    serving = tasks.start(
        serve(platform(resources), resources, [listener], stop=stop, make_server=kept, leave_seconds=LONG), "serving"
    )
    try:
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            await until(resources.is_ready)
            before = await client.get("/readyz")
            assert (before.status_code, before.headers.get("connection")) == (200, None)
            stop.set()

            async def says_so() -> bool:
                return (await client.get("/readyz")).status_code == 503

            await until(says_so)
            answer = await client.get("/healthz")
            assert (answer.status_code, answer.headers["connection"]) == (200, "close")
            async with httpx.AsyncClient(base_url=url, trust_env=False) as late:
                assert (await late.get("/healthz")).status_code == 200
    finally:
        servers[0].should_exit = True
        await serving


async def test_without_such_a_time_it_ends_at_once(resources: Resources) -> None:
    stop, listener = asyncio.Event(), bind("127.0.0.1", 0)
    host, port = listener.getsockname()
    serving = tasks.start(serve(platform(resources), resources, [listener], stop=stop), "serving")
    stop.set()
    await serving
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(host, port)
