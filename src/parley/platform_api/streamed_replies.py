"""Answers of the Chat API, whole or as server-sent events, each given once however often it is asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import Response

from parley.platform_api.idempotency import Render, answer_once
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.turn.output import Listener, TurnResult
from parley.web.endpoint import ApiRequest
from parley.web.event_streams import wants_events
from parley.web.groups import CHAT
from parley.web.idempotency import read_idempotency_key
from parley.web.responses import json_response
from parley.web.streamed_replies import stream_reply

Act = Callable[[ReplyHook | None, Listener | None], Awaitable[TurnResult]]


async def answer(request: ApiRequest[Any, Any], render: Render, act: Act) -> Response:
    """Once for requests that are one and the same, whichever form each of them asks for."""
    db, retry = request.resources.db, read_idempotency_key(request)
    if not wants_events(request.headers):
        return json_response(await answer_once(db, retry, render, lambda hook: act(hook, None)))
    return await stream_reply(
        request, CHAT.envelope, lambda hear: answer_once(db, retry, render, lambda hook: act(hook, hear))
    )
