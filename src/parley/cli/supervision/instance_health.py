"""The operations port of `parley up`: health, readiness and metrics of all its children in one place."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from typing import Any

import httpx
import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley.cli.supervision.supervisor import Supervisor
from parley.kit import tasks
from parley.kit.errors import ParleyError
from parley.kit.http_limits import LIMITS
from parley.web.ops import alive, readiness
from parley.web.serve import quiet_server

MOST_RESTARTS = 4
"""Of a child that has never been ready: what it needs is not there."""

ANSWER_SECONDS = 2.0
"""A child that hangs must not keep whoever asks about all of them."""


class ChildNotStarted(ParleyError):
    """A part of the instance cannot start."""


class InstanceHealth:
    def __init__(self, supervisor: Supervisor, ops_ports: Mapping[str, int]) -> None:
        self._supervisor = supervisor
        self._ports = ops_ports
        # Children are on this machine: a proxy of the environment would not reach them.
        self._client = httpx.AsyncClient(timeout=ANSWER_SECONDS, trust_env=False)
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    async def until_ready(self) -> None:
        """Raises `ChildNotStarted` when one of them dies again and again; it has said why."""
        while not await self._all_ready():
            if failing := [child.name for child in self._supervisor.children if child.restarts >= MOST_RESTARTS]:
                raise ChildNotStarted(f"{', '.join(failing)} cannot start.")
            await asyncio.sleep(0.05)  # children become ready by themselves, and do not say so to us

    def serve(self, listener: socket.socket) -> None:
        routes = [Route("/healthz", self._healthz), Route("/readyz", self._readyz), Route("/metrics", self._metrics)]
        self._server = quiet_server(Starlette(routes=routes), 1, LIMITS.for_operations())
        self._serving = tasks.start(self._server.serve(sockets=[listener]), "operations port")

    async def aclose(self) -> None:
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving
        await self._client.aclose()

    async def _healthz(self, _request: Request) -> Response:
        answers = await self._get_from_all("/healthz")
        children: dict[str, Any] = {}
        for child in self._supervisor.children:
            answer = answers[child.name]
            details = answer.json() if answer is not None else {"status": "down"}
            lag = round(child.liveness.lag, 4) if child.liveness is not None else None
            children[child.name] = {"pid": child.pid, "restarts": child.restarts, "loop_lag": lag, **details}
        return alive({"children": children})

    async def _readyz(self, _request: Request) -> Response:
        return readiness(await self._all_ready())

    async def _metrics(self, _request: Request) -> Response:
        answers = await self._get_from_all("/metrics")
        texts = {name: answer.text for name, answer in answers.items() if answer is not None}
        texts["supervisor"] = generate_latest(REGISTRY).decode()
        return Response(merge_metrics(texts), media_type=CONTENT_TYPE_LATEST)

    async def _all_ready(self) -> bool:
        answers = await self._get_from_all("/readyz")
        return all(answer is not None and answer.status_code == 200 for answer in answers.values())

    async def _get_from_all(self, path: str) -> dict[str, httpx.Response | None]:
        answers = await asyncio.gather(*(self._get_from(name, path) for name in self._ports))
        return dict(zip(self._ports, answers, strict=True))

    async def _get_from(self, child: str, path: str) -> httpx.Response | None:
        try:
            return await self._client.get(f"http://127.0.0.1:{self._ports[child]}{path}")
        except httpx.HTTPError:
            return None


def merge_metrics(texts: Mapping[str, str]) -> str:
    """One exposition out of several: each family once, each sample with the process that it comes from."""
    families: dict[str, list[str]] = {}
    for process, text in texts.items():
        family = ""
        for line in text.splitlines():
            if line.startswith("# "):
                _, kind, family, *_rest = line.split(" ", 3)
                heads = families.setdefault(family, [])
                if not any(head.startswith(f"# {kind} ") for head in heads):
                    heads.append(line)
            elif line:
                families[family].append(_labelled(line, process))
    return "".join(f"{line}\n" for lines in families.values() for line in lines)


def _labelled(sample: str, process: str) -> str:
    name, brace, rest = sample.partition("{")
    if brace:
        return f'{name}{{process="{process}",{rest}'
    name, _, value = sample.partition(" ")
    return f'{name}{{process="{process}"}} {value}'
