"""What becomes of a call: the Outcome of what a child says, of which nothing beyond the limits is believed, or of a
call that was lost. Pure rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from parley.agent_host.allowance import (
    MESSAGE_CHARACTERS,
    METRIC_CHARACTERS,
    NOTHING,
    RETURN_CHARACTERS,
    Allowance,
    json_size,
    log_size,
)
from parley.agent_host.messages import MAX_STDOUT, FunctionResult, shorten
from parley.agent_host.protocol import (
    TOO_LARGE,
    Effects,
    FunctionFailure,
    Invocation,
    LogLine,
    Outcome,
    Reply,
    StateChanges,
)

EVENT_ID = re.compile("[0-9a-f]{32}")
"""An id is the permission to speak into a conversation: only those of the form that we generate are taken."""
_NOTES = 4
"""Lines in which a child says what it has left out."""
_TOLERANCE = 20_000
"""What a child's own count leaves out: marks that say that something was cut, and members without text."""
MAX_API_ERRORS = 2**15 - 1
"""Alerts count no further, and a column of the database would not hold any number."""
_NOTHING_BUT_TEXT = (None, None, None)


def accept_result(
    result: FunctionResult, state: bytes, invocation: Invocation, requests: Allowance, duration_ms: float
) -> Outcome:
    """`requests`: how many the child made while the function ran."""
    reply, failure = result.reply, shorten(result.failure) if result.failure else None
    if is_too_large(reply, RETURN_CHARACTERS + _TOLERANCE):
        reply, failure = Reply(), failure or returned_too_much()
    effects, used = result.effects, requests
    # Most calls only change the state and say something. Whatever `limit_effects` bounds has to be named here.
    if effects.logs or effects.metrics or effects.messages or effects.new_events or effects.api_errors:
        effects = limit_effects(effects, invocation.allowance)
        used = count_used(effects, requests)
    return Outcome(
        reply=reply,
        effects=effects,
        state=state if result.state_kept else invocation.state,
        state_json=result.state_json,
        changes=result.changes,
        failure=failure,
        stdout=result.stdout[:MAX_STDOUT],
        duration_ms=duration_ms,
        state_known=result.state_known,
        used=used,
    )


def lost_outcome(
    kind: str, message: str, invocation: Invocation, duration_ms: float, requests: Allowance = NOTHING
) -> Outcome:
    """The call ended without a word from the child: whatever it did to the state is gone. What it requested was done
    all the same, and counts."""
    return Outcome(
        reply=Reply(),
        effects=Effects(),
        state=invocation.state,
        state_json={},
        changes=StateChanges(),
        failure=FunctionFailure(kind, message),
        duration_ms=duration_ms,
        state_known=False,
        used=requests,
    )


def is_too_large(reply: Reply, limit: int = RETURN_CHARACTERS) -> bool:
    """Most replies are a text or two, and that is quickly seen."""
    texts = (reply.content, reply.utterance, reply.invalid, reply.utterance_channel)
    size = sum([len(text) for text in texts if text is not None])
    rest = (reply.handoff, reply.listen, reply.transition)
    return size > limit or (rest != _NOTHING_BUT_TEXT and size + json_size(rest, limit) > limit)


def returned_too_much() -> FunctionFailure:
    return FunctionFailure(TOO_LARGE, f"its return value has more than {RETURN_CHARACTERS:,} characters")


def count_used(effects: Effects, requests: Allowance) -> Allowance:
    return Allowance(
        messages=len(effects.messages),
        # Each was announced by a request, also one that the result does not name any more.
        events=max(len(effects.new_events), requests.events),
        model_requests=requests.model_requests,
        api_requests=requests.api_requests,
        metrics=len(effects.metrics),
        logs=len(effects.logs),
        log_characters=sum(log_size(line.message, line.fields) for line in effects.logs),
    )


def limit_effects(effects: Effects, allowance: Allowance) -> Effects:
    """What a child may do, of what it says that it did: a sound one never goes beyond. One line of log is for saying
    that there was more."""
    if not 0 <= effects.api_errors <= MAX_API_ERRORS:
        effects = replace(effects, api_errors=min(max(effects.api_errors, 0), MAX_API_ERRORS))
    logs = _limit_logs(effects.logs, allowance)
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
    return replace(
        effects,
        logs=(*logs, dropped),
        metrics=tuple(metrics),
        messages=tuple(messages),
        new_events=tuple(events),
    )


def _is_heavy(effect: object, characters: int) -> bool:
    """Clearly beyond what a child lets pass, whose count leaves out names and marks."""
    limit = 2 * characters + _TOLERANCE
    return json_size(effect, limit) > limit


def _limit_logs(logs: Sequence[LogLine], allowance: Allowance) -> Sequence[LogLine]:
    if not logs:
        return logs
    room = allowance.log_characters + _TOLERANCE
    most = allowance.logs + _NOTES
    for number, line in enumerate(logs[:most]):
        room -= log_size(line.message, line.fields)
        if room < 0:
            return logs[:number]
    return logs[:most]
