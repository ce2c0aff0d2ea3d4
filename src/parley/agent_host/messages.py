"""The messages between the serving process and a child: how each becomes a frame and comes back.

Parent → child: hello (the project), call, response. Child → parent: ready, request, result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from parley.agent_host.allowance import PER_CALL, Allowance, json_size
from parley.agent_host.codec import encode_sparse
from parley.agent_host.framing import Header, encode_frame, is_acceptable
from parley.agent_host.protocol import (
    TOO_LARGE,
    ConversationView,
    Effects,
    EntityValue,
    FunctionFailure,
    Invocation,
    Json,
    Reply,
    StateChanges,
    TranscriptLine,
)
from parley.kit.values import value

MAX_HEADER = 8 * 1024 * 1024
"""Of a frame from a child during a call; above the sum of what one call may give back."""
MAX_STATE = 4 * 1024 * 1024
"""Written to the database with every turn, so it has to end somewhere."""
MAX_STDOUT = 64 * 1024
_KIND, _MESSAGE, _WHERE = 100, 2_000, 1_000
"""Longest texts of a failure."""


@value
class ServiceRequest:
    """Agent code wants something of the host services."""

    id: int
    call: int
    service: str
    arguments: Mapping[str, Json] = field(default_factory=dict)


@value
class FunctionResult:
    """The end of a call, without the state, which travels raw."""

    call: int
    reply: Reply = field(default_factory=Reply)
    effects: Effects = field(default_factory=Effects)
    state_json: Mapping[str, Json] = field(default_factory=dict)
    changes: StateChanges = field(default_factory=StateChanges)
    failure: FunctionFailure | None = None
    stdout: str = ""
    state_kept: bool = True
    """False: the state is as it was before the call; no bytes follow."""
    state_known: bool = True
    worn: bool = False
    """The child would like to be replaced when nobody needs it."""


def encode_hello(project: Mapping[str, Json], files: Mapping[str, str]) -> bytes:
    return encode_frame({"t": "hello", "project": project, "files": files})


def encode_call(number: int, invocation: Invocation) -> bytes:
    header = {
        "t": "call",
        "call": number,
        "function": invocation.function,
        "arguments": invocation.arguments,
        "conversation": invocation.conversation,
        "prefill": invocation.prefill,
        "timeout": invocation.timeout,
    }
    if invocation.allowance is not PER_CALL:
        header["allowance"] = invocation.allowance
    return encode_frame(header, invocation.state)


def decode_call(header: Header, body: bytes) -> tuple[int, Invocation]:
    """What the parent sends needs no checking."""
    seen = header["conversation"]
    view = ConversationView(
        **{
            **seen,
            "recent": [TranscriptLine(line["role"], line["text"]) for line in seen["recent"]],
            "entities": {name: EntityValue(**value) for name, value in seen["entities"].items()},
        }
    )
    allowance = Allowance(**header["allowance"]) if "allowance" in header else PER_CALL
    invocation = Invocation(
        header["function"], header["arguments"], view, body, header["prefill"], header["timeout"], allowance
    )
    return header["call"], invocation


def encode_request(request: ServiceRequest) -> bytes | None:
    """None: it is larger than the other side takes."""
    data = encode_frame({"t": "request", **encode_sparse(request)})
    return data if is_acceptable(data, MAX_HEADER) else None


def encode_response(request: int, result: Any = None, error: tuple[str, str] | None = None) -> bytes:
    return encode_frame({"t": "response", "id": request, "result": result, "error": error})


def encode_ready(report: Mapping[str, str]) -> bytes:
    return encode_frame({"t": "ready", "sandbox": report})


def encode_result(result: FunctionResult, state: bytes = b"", stdout: str = "", worn: bool = False) -> bytes:
    """`stdout`, `worn`: what only the process itself can tell, not the call. A result that the other side would not
    take becomes a failure: otherwise it would cost the child."""
    header = {"t": "result", **encode_sparse(result), "stdout": stdout, "worn": worn or result.worn}
    # State and reply were measured when they were made.
    if json_size(header.get("effects"), MAX_HEADER) <= MAX_HEADER:
        data = encode_frame(header, state)
        if is_acceptable(data, MAX_HEADER):
            return data
    failure = shorten(result.failure or FunctionFailure(TOO_LARGE, "it gave back more than can be kept"))
    return encode_result(FunctionResult(result.call, failure=failure, state_kept=False, state_known=False), worn=True)


def shorten(failure: FunctionFailure) -> FunctionFailure:
    """Class names and messages are agent code's own, and go into records and prompts."""
    if len(failure.kind) <= _KIND and len(failure.message) <= _MESSAGE and len(failure.where) <= _WHERE:
        return failure
    return FunctionFailure(failure.kind[:_KIND], failure.message[:_MESSAGE], failure.where[:_WHERE])
