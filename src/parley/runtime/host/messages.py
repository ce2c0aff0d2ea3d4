"""The sentences spoken on the wire: how each value of the protocol becomes a frame and comes back.

Parent → child: hello (the project), call, answer. Child → parent: ready, ask, done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from parley.kit.values import dataclass
from parley.runtime.host.protocol import (
    ConversationView,
    Effects,
    EntityValue,
    FunctionFailure,
    Invocation,
    Json,
    Outcome,
    Reply,
    Said,
    StateChanges,
)
from parley.runtime.host.strict import sparse
from parley.runtime.host.wire import Header, frame

MAX_HEADER = 8 * 1024 * 1024
MAX_STATE = 4 * 1024 * 1024
MAX_STDOUT = 64 * 1024
MAX_LOGS = 1000


@dataclass(frozen=True, slots=True)
class Ask:
    """Agent code wants something from backstage."""

    id: int
    call: int
    what: str
    arguments: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
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


def hello(project: Mapping[str, Json], files: Mapping[str, str]) -> bytes:
    return frame({"t": "hello", "project": project, "files": files})


def call(number: int, invocation: Invocation) -> bytes:
    header = {
        "t": "call",
        "call": number,
        "function": invocation.function,
        "arguments": invocation.arguments,
        "conversation": invocation.conversation,
        "prefill": invocation.prefill,
        "timeout": invocation.timeout,
    }
    return frame(header, invocation.state)


def read_call(header: Header, body: bytes) -> tuple[int, Invocation]:
    """What the parent sends needs no checking."""
    seen = header["conversation"]
    view = ConversationView(
        **{
            **seen,
            "recent": [Said(line["role"], line["text"]) for line in seen["recent"]],
            "entities": {name: EntityValue(**value) for name, value in seen["entities"].items()},
        }
    )
    invocation = Invocation(
        header["function"], header["arguments"], view, body, header["prefill"], timeout=header["timeout"]
    )
    return header["call"], invocation


def ask(question: Ask) -> bytes:
    return frame({"t": "ask", **sparse(question)})


def answer(question: int, result: Any = None, error: tuple[str, str] | None = None) -> bytes:
    return frame({"t": "answer", "id": question, "result": result, "error": error})


def ready(report: Mapping[str, str]) -> bytes:
    return frame({"t": "ready", "sandbox": report})


def done(end: Done, state: bytes = b"", stdout: str = "", worn: bool = False) -> bytes:
    """`stdout`, `worn`: what only the process itself can tell, not the call."""
    data = frame({"t": "done", **sparse(end), "stdout": stdout, "worn": worn or end.worn}, state)
    if len(data) - len(state) <= MAX_HEADER:
        return data
    failure = FunctionFailure("too_large", "it gave back more than can be kept")
    return done(Done(end.call, failure=failure, state_kept=False, state_known=False))


def outcome(end: Done, state: bytes, invocation: Invocation, duration_ms: float) -> Outcome:
    kept = end.state_kept
    return Outcome(
        reply=end.reply,
        effects=replace(end.effects, logs=end.effects.logs[:MAX_LOGS])
        if len(end.effects.logs) > MAX_LOGS
        else end.effects,
        state=state if kept else invocation.state,
        state_json=end.state_json,
        changes=end.changes,
        failure=end.failure,
        stdout=end.stdout[:MAX_STDOUT],
        duration_ms=duration_ms,
        state_known=end.state_known,
    )


def lost(kind: str, message: str, invocation: Invocation, duration_ms: float) -> Outcome:
    """The call ended without a word from the child: whatever it did to the state is gone."""
    return Outcome(
        reply=Reply(),
        effects=Effects(),
        state=invocation.state,
        state_json={},
        changes=StateChanges(),
        failure=FunctionFailure(kind, message),
        duration_ms=duration_ms,
        state_known=False,
    )
