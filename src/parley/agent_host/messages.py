"""The messages between the serving process and a child: how each becomes a frame and comes back.

Parent → child: hello (the project), call, response. Child → parent: ready, request, result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from parley.agent_host.allowance import PER_CALL, Allowance, json_size
from parley.agent_host.codec import Value
from parley.agent_host.framing import encode_frame, is_acceptable
from parley.agent_host.protocol import (
    TOO_LARGE,
    ConversationView,
    Effects,
    FunctionFailure,
    Invocation,
    Json,
    Reply,
    StateChanges,
)

MAX_HEADER = 8 * 1024 * 1024
"""Of a frame from a child during a call; above the sum of what one call may give back."""
MAX_STATE = 4 * 1024 * 1024
"""Written to the database with every turn, so it has to end somewhere."""
MAX_STDOUT = 64 * 1024
_KIND, _MESSAGE, _WHERE = 100, 2_000, 1_000
"""Longest texts of a failure."""


class Hello(Value, tag_field="t", tag="hello"):
    """The project that a child is to serve."""

    project: Mapping[str, Json]
    files: Mapping[str, str]


class Call(Value, tag_field="t", tag="call"):
    """An invocation without the state, which travels raw."""

    call: int
    function: str
    arguments: Mapping[str, Json]
    conversation: ConversationView
    prefill: Mapping[str, Json] = {}
    timeout: float = 10.0
    allowance: Allowance = PER_CALL


class ServiceResponse(Value, tag_field="t", tag="response"):
    id: int
    """Of the request."""
    result: Json = None
    error: tuple[str, str] | None = None
    """Kind and message."""


class Ready(Value, tag_field="t", tag="ready"):
    """The child is confined and has the project."""

    sandbox: Mapping[str, str]


class ServiceRequest(Value, tag_field="t", tag="request"):
    """Agent code wants something of the host services."""

    id: int
    call: int
    service: str
    arguments: Mapping[str, Json] = {}


class FunctionResult(Value, tag_field="t", tag="result"):
    """The end of a call, without the state, which travels raw."""

    call: int
    reply: Reply = Reply()
    effects: Effects = Effects()
    state_json: Mapping[str, Json] = {}
    changes: StateChanges = StateChanges()
    failure: FunctionFailure | None = None
    stdout: str = ""
    state_kept: bool = True
    """False: the state is as it was before the call; no bytes follow."""
    state_known: bool = True
    worn: bool = False
    """The child would like to be replaced when nobody needs it."""


ParentMessage = Hello | Call | ServiceResponse
ChildMessage = Ready | ServiceRequest | FunctionResult
# Made once: a decoder holds what it has learned of the types.
decode_parent_message = msgspec.json.Decoder[ParentMessage](ParentMessage).decode
decode_child_message = msgspec.json.Decoder[ChildMessage](ChildMessage).decode


def encode_hello(project: Mapping[str, Json], files: Mapping[str, str]) -> bytes:
    return encode_frame(Hello(project, files))


def encode_call(number: int, invocation: Invocation) -> bytes:
    header = Call(
        number,
        invocation.function,
        invocation.arguments,
        invocation.conversation,
        invocation.prefill,
        invocation.timeout,
        invocation.allowance,
    )
    return encode_frame(header, invocation.state)


def decode_call(call: Call, state: bytes) -> Invocation:
    return Invocation(
        call.function, call.arguments, call.conversation, state, call.prefill, call.timeout, call.allowance
    )


def encode_request(request: ServiceRequest) -> bytes | None:
    """None: it is larger than the other side takes."""
    data = encode_frame(request)
    return data if is_acceptable(data, MAX_HEADER) else None


def encode_response(request: int, result: Any = None, error: tuple[str, str] | None = None) -> bytes:
    return encode_frame(ServiceResponse(request, result, error))


def encode_ready(report: Mapping[str, str]) -> bytes:
    return encode_frame(Ready(report))


def encode_result(result: FunctionResult, state: bytes = b"", stdout: str = "", worn: bool = False) -> bytes:
    """`stdout`, `worn`: what only the process itself can tell, not the call. A result that the other side would not
    take becomes a failure: otherwise it would cost the child."""
    if stdout or worn:
        result = replace(result, stdout=stdout, worn=worn or result.worn)
    # State and reply were measured when they were made.
    if json_size(result.effects, MAX_HEADER) <= MAX_HEADER:
        data = encode_frame(result, state)
        if is_acceptable(data, MAX_HEADER):
            return data
    failure = shorten(result.failure or FunctionFailure(TOO_LARGE, "it gave back more than can be kept"))
    return encode_result(FunctionResult(result.call, failure=failure, state_kept=False, state_known=False), worn=True)


def shorten(failure: FunctionFailure) -> FunctionFailure:
    """Class names and messages are agent code's own, and go into records and prompts."""
    if len(failure.kind) <= _KIND and len(failure.message) <= _MESSAGE and len(failure.where) <= _WHERE:
        return failure
    return FunctionFailure(failure.kind[:_KIND], failure.message[:_MESSAGE], failure.where[:_WHERE])
