"""Handlers that only read, answered from a replica of the database where there is one that can."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from starlette.responses import Response

from parley.storage.db import DatabaseUnavailable
from parley.storage.replicas import Choice
from parley.web.endpoint import ApiRequest, Handler

ANSWER_SECONDS = 10.0
"""A replica that does not begin to answer by then is left alone, and the primary is asked."""
LAG_HEADER = "X-Parley-Replica-Lag"
AnyRequest = ApiRequest[Any, Any]


def reads_current(handler: Handler, *, unless: Callable[[Any], bool] = lambda _query: False) -> Handler:
    """The answer has everything that was acknowledged before the request. `unless`: the query asks for more than
    reading."""

    @wraps(handler)
    async def read(request: AnyRequest) -> Response:
        if not request.resources.replicas or unless(request.query):
            return await handler(request)
        response, _ = await _read(handler, request, await request.resources.replicas.current())
        return response

    return read


def reads_recent(handler: Handler) -> Handler:
    """The answer may be behind by as much as the settings allow, and says by how much at most."""

    @wraps(handler)
    async def read(request: AnyRequest) -> Response:
        if not request.resources.replicas:
            return await handler(request)
        response, given = await _read(handler, request, request.resources.replicas.recent())
        response.headers[LAG_HEADER] = f"{given.lag:.3f}"
        return response

    return read


async def _read(handler: Handler, request: AnyRequest, choice: Choice) -> tuple[Response, Choice]:
    """The answer, and who gave it."""
    replicas = request.resources.replicas
    if choice.replica is not None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                response = await handler(_with(request, choice))
        except (TimeoutError, DatabaseUnavailable):
            choice = replicas.without(choice)
        else:
            replicas.count(choice)
            return response, choice
    replicas.count(choice)
    return await handler(request), choice


def _with(request: AnyRequest, choice: Choice) -> AnyRequest:
    return replace(request, resources=replace(request.resources, db=choice.db))
