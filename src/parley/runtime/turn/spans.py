"""What traces tell of a turn: ids, names, counts and times. Texts only where the operator asked for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import orjson

from parley.agent_host.protocol import Json, Outcome
from parley.kit.tracing.spans import Kind, Span, tracing
from parley.providers.llm.protocol import Request, ToolCall
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.output import TurnResult
from parley.runtime.turn.reply.model_text import ModelText
from parley.runtime.turn.trace.turn_trace import ModelRequestRecord

P = ParamSpec("P")
Turn = Callable[Concatenate[DialogState, P], Coroutine[Any, Any, TurnResult]]


def as_span(take: Turn[P]) -> Turn[P]:
    """A kind of turn that is a span of its own, under the name of its function."""
    name = f"turn {take.__name__}"

    @wraps(take)
    async def traced(dialog: DialogState, /, *args: P.args, **kwargs: P.kwargs) -> TurnResult:
        if not tracing.is_on:
            return await take(dialog, *args, **kwargs)
        with tracing.span(name) as span:
            context = dialog.context
            span.set("gen_ai.conversation.id", context.id)
            span.set("parley.account.id", context.account_id)
            span.set("parley.project.id", context.project_id)
            span.set("parley.environment", context.env)
            span.set("parley.channel", context.channel_type)
            result = await take(dialog, *args, **kwargs)
            span.set("parley.conversation.ended", result.dialog.ended)
            return result

    return traced


async def request_span(
    answer: Awaitable[tuple[ToolCall, ...]], request: Request, record: ModelRequestRecord, text: ModelText
) -> tuple[ToolCall, ...]:
    """The span of a request to a model, described once it was answered or failed."""
    with tracing.span("chat", Kind.CLIENT) as span:
        calls = await answer
        _describe_request(span, request, record, text.delivered, calls)
        return calls


async def function_span(call: Awaitable[Outcome], name: str, arguments: Mapping[str, Json]) -> Outcome:
    with tracing.span(f"execute_tool {name}") as span:
        outcome = await call
        _describe_function(span, name, arguments, outcome)
        return outcome


def _describe_request(
    span: Span, request: Request, record: ModelRequestRecord, said: str, calls: Sequence[ToolCall]
) -> None:
    span.set("gen_ai.operation.name", "chat")
    if record.model:
        span.set("gen_ai.request.model", record.model)
    span.set("parley.prompt.messages", record.messages)
    span.set("parley.prompt.characters", record.prompt_characters)
    span.set("parley.reply.characters", record.characters)
    if record.first_piece_ms is not None:
        span.set("parley.reply.first_piece_ms", record.first_piece_ms)
    if calls:
        span.set("parley.reply.tool_calls", ", ".join(call.name for call in calls))
    if record.error:
        span.fail("model_error")
    if tracing.takes_texts:
        span.text("gen_ai.input.messages", as_json([{"role": m.role, "content": m.content} for m in request.messages]))
        span.text("gen_ai.output.messages", as_json([{"role": "assistant", "content": said}]))


def _describe_function(span: Span, name: str, arguments: Mapping[str, Json], outcome: Outcome) -> None:
    span.set("gen_ai.operation.name", "execute_tool")
    span.set("gen_ai.tool.name", name)
    if outcome.failure is not None:
        span.fail(outcome.failure.kind)
    if tracing.takes_texts:
        span.text("gen_ai.tool.call.arguments", as_json(arguments))
        span.text("gen_ai.tool.call.result", as_json(outcome.reply))


def as_json(value: Any) -> str:
    return orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
