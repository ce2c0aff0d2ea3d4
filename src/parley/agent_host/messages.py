"""The sentences spoken on the wire: how each value of the protocol becomes a frame and comes back.

Parent → child: hello (the project), call, answer. Child → parent: ready, ask, done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from parley.agent_host.allowance import (
    MESSAGE_CHARACTERS,
    METRIC_CHARACTERS,
    OF_A_CALL,
    RETURN_CHARACTERS,
    Allowance,
    log_size,
    weigh,
)
from parley.agent_host.codec import sparse
from parley.agent_host.framing import Header, frame, is_acceptable
from parley.agent_host.protocol import (
    TOO_LARGE,
    ConversationView,
    Effects,
    EntityValue,
    FunctionFailure,
    Invocation,
    Json,
    LogLine,
    Outcome,
    Reply,
    StateChanges,
    TranscriptLine,
)
from parley.kit.values import value

EVENT_ID = re.compile("[0-9a-f]{32}")
MAX_HEADER = 8 * 1024 * 1024
MAX_STATE = 4 * 1024 * 1024
MAX_STDOUT = 64 * 1024
_KIND, _MESSAGE, _PLACE = 100, 2_000, 1_000
"""Longest texts of a failure."""
_NOTES = 4
"""Lines in which a child says what it has left out."""
_REST = 20_000
"""What a child's own count leaves out: marks that say that something was cut, and members without text."""
_NOTHING = (None, None, None)


@value
class Ask:
    """Agent code wants something from backstage."""

    id: int
    call: int
    what: str
    arguments: Mapping[str, Json] = field(default_factory=dict)


@value
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
    if invocation.allowance is not OF_A_CALL:
        header["allowance"] = invocation.allowance
    return frame(header, invocation.state)


def read_call(header: Header, body: bytes) -> tuple[int, Invocation]:
    """What the parent sends needs no checking."""
    seen = header["conversation"]
    view = ConversationView(
        **{
            **seen,
            "recent": [TranscriptLine(line["role"], line["text"]) for line in seen["recent"]],
            "entities": {name: EntityValue(**value) for name, value in seen["entities"].items()},
        }
    )
    allowance = Allowance(**header["allowance"]) if "allowance" in header else OF_A_CALL
    invocation = Invocation(
        header["function"], header["arguments"], view, body, header["prefill"], header["timeout"], allowance
    )
    return header["call"], invocation


def ask(question: Ask) -> bytes | None:
    """None: it is larger than the other side takes."""
    data = frame({"t": "ask", **sparse(question)})
    return data if is_acceptable(data, MAX_HEADER) else None


def answer(question: int, result: Any = None, error: tuple[str, str] | None = None) -> bytes:
    return frame({"t": "answer", "id": question, "result": result, "error": error})


def ready(report: Mapping[str, str]) -> bytes:
    return frame({"t": "ready", "sandbox": report})


def done(end: Done, state: bytes = b"", stdout: str = "", worn: bool = False) -> bytes:
    """`stdout`, `worn`: what only the process itself can tell, not the call."""
    header = {"t": "done", **sparse(end), "stdout": stdout, "worn": worn or end.worn}
    if weigh(header.get("effects"), MAX_HEADER) <= MAX_HEADER:  # state and reply were measured when they were made
        data = frame(header, state)
        if is_acceptable(data, MAX_HEADER):
            return data
    failure = end.failure or FunctionFailure(TOO_LARGE, "it gave back more than can be kept")
    return done(Done(end.call, failure=_short(failure), state_kept=False, state_known=False), worn=True)


def outcome(end: Done, state: bytes, invocation: Invocation, duration_ms: float) -> Outcome:
    kept = end.state_kept
    reply, failure = end.reply, _short(end.failure) if end.failure else None
    if is_too_large(reply, RETURN_CHARACTERS + _REST):
        reply, failure = Reply(), failure or returned_too_much()
    return Outcome(
        reply=reply,
        effects=within(end.effects, invocation.allowance),
        state=state if kept else invocation.state,
        state_json=end.state_json,
        changes=end.changes,
        failure=failure,
        stdout=end.stdout[:MAX_STDOUT],
        duration_ms=duration_ms,
        state_known=end.state_known,
    )


def is_too_large(reply: Reply, limit: int = RETURN_CHARACTERS) -> bool:
    """Most replies are a text or two, and that is quickly seen."""
    texts = (reply.content, reply.utterance, reply.invalid, reply.utterance_channel)
    size = sum([len(text) for text in texts if text is not None])
    rest = (reply.handoff, reply.listen, reply.transition)
    return size > limit or (rest != _NOTHING and size + weigh(rest, limit) > limit)


def returned_too_much() -> FunctionFailure:
    return FunctionFailure(TOO_LARGE, f"its return value has more than {RETURN_CHARACTERS:,} characters")


def within(effects: Effects, allowance: Allowance) -> Effects:
    """What a child may do, of what it says that it did: a sound one never goes beyond. One line of log is for saying
    that there was more."""
    if not (effects.logs or effects.metrics or effects.messages or effects.new_events):
        return effects
    logs = _first(effects.logs, allowance)
    metrics = [each for each in effects.metrics[: allowance.metrics] if not _is_heavy(each, METRIC_CHARACTERS)]
    messages = [each for each in effects.messages[: allowance.messages] if not _is_heavy(each, MESSAGE_CHARACTERS)]
    events = [each for each in effects.new_events[: allowance.events] if EVENT_ID.fullmatch(each.id)]
    if (
        len(logs) == len(effects.logs)
        and len(metrics) == len(effects.metrics)
        and len(messages) == len(effects.messages)
        and len(events) == len(effects.new_events)
    ):
        return effects
    dropped = LogLine("warning", "More was done in this call than is allowed; the rest was dropped.")
    return replace(effects, logs=(*logs, dropped), metrics=metrics, messages=messages, new_events=events)


def _is_heavy(effect: object, characters: int) -> bool:
    """Clearly beyond what a child lets pass, whose count leaves out names and marks."""
    limit = 2 * characters + _REST
    return weigh(effect, limit) > limit


def _first(logs: Sequence[LogLine], allowance: Allowance) -> Sequence[LogLine]:
    if not logs:
        return logs
    room = allowance.log_characters + _REST
    most = allowance.logs + _NOTES
    for number, line in enumerate(logs[:most]):
        room -= log_size(line.message, line.fields)
        if room < 0:
            return logs[:number]
    return logs[:most]


def _short(failure: FunctionFailure) -> FunctionFailure:
    if len(failure.kind) <= _KIND and len(failure.message) <= _MESSAGE and len(failure.where) <= _PLACE:
        return failure
    return FunctionFailure(failure.kind[:_KIND], failure.message[:_MESSAGE], failure.where[:_PLACE])


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
