"""From what a turn produced to what is kept of it, and back. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from operator import attrgetter

import orjson

from parley.agent_host.protocol import Json, OutgoingMessage, TranscriptLine
from parley.domain.conversations.external_events import ExternalEvent
from parley.domain.conversations.model import (
    NO_DETAILS,
    Ending,
    HandoffRequested,
    InputDetails,
    LiveState,
    OutboxMessage,
    SharedIdChange,
    Turn,
    TurnWrite,
)
from parley.domain.projects.experimental import MemorySettings
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.runtime.turn.output import EndReason, TurnOutput, TurnResult
from parley.runtime.turn.trace.exchanges import kept_exchanges

FACTS = tuple({each.name for each in fields(TurnOutput)} & {each.name for each in fields(Turn)})
"""What a turn put out that is written under the same name."""
_facts = attrgetter(*FACTS)


def live_of(dialog: DialogState, turns: int) -> LiveState:
    return LiveState(context=dialog.context.to_json(), dialog=dialog.encoded(), state=dialog.state, turns=turns)


def dialog_of(live: LiveState) -> DialogState:
    return DialogState.from_json(orjson.loads(live.dialog), ConversationContext.from_json(live.context), live.state)


def turn_write(
    result: TurnResult,
    number: int,
    heard_at: datetime,
    answered_at: datetime,
    events: Sequence[ExternalEvent] = (),
    details: InputDetails = NO_DETAILS,
    was_discarded: bool = False,
) -> TurnWrite:
    """Whole: what the project does not want to keep is still there (`redaction`). `events` are those that the turn took
    in. `was_discarded`: the recording is gone since an earlier turn."""
    latency, dialog, output = result.latency, result.dialog, result.output
    return TurnWrite(
        turn=Turn(
            number=number,
            user_input=_kept(_clean(result.input.text), details),
            user_input_at=heard_at,
            agent_response=_clean(result.reply),
            agent_response_at=answered_at,
            is_silence=result.input.is_silence,
            barge_in=details.barge_in,
            dtmf=_kept(details.dtmf, details),
            # What the caller felt: it begins with their last word.
            latency_ms=(latency.total if latency.first_speech is None else latency.first_speech)
            + (details.endpointing_ms or 0.0),
            trace={**_opening(result.dialog.context if number == 0 else None), **trace_of(result, details)},
            **dict(zip(FACTS, _facts(output), strict=True)),
        ),
        live=live_of(dialog, number + 1),
        ending=None if is_transfer(result) else ending_of(dialog),
        messages=messages_of(result),
        event_ids=[(event.id, event.send_to_llm) for event in output.new_events],
        last_event=events[-1].number if events else None,
        shared_id_change=SharedIdChange(dialog.context.id, dialog.shared_id) if result.shared_id_changed else None,
        handoff=handoff_of(result),
        discards_recording=dialog.is_recording_discarded and not was_discarded,
    )


def _kept(text: str, details: InputDetails) -> str:
    return "*" * len(text) if details.is_private else text


def is_transfer(result: TurnResult) -> bool:
    """The agent wants the user transferred: the conversation ends when that has come about, and goes on if not."""
    return result.dialog.is_handed_over


def ending_of(dialog: DialogState) -> Ending | None:
    if not dialog.ended:
        return None
    handoff = dialog.handoff
    if handoff is None:
        return Ending(dialog.end_reason or EndReason.HANGUP)
    reason, destination = _clean(handoff.reason), _clean(handoff.destination)
    return Ending(dialog.end_reason or EndReason.HANDOFF, True, reason, destination)


def handoff_of(result: TurnResult) -> HandoffRequested | None:
    handoff = result.handoff
    if handoff is None:
        return None
    return HandoffRequested(result.conversation_id, _clean(handoff.destination), _clean(handoff.reason))


def messages_of(result: TurnResult) -> list[OutboxMessage]:
    """None of a replay: they would reach people a second time. Its trace names their kinds all the same."""
    return [] if result.dialog.context.is_replay else [outbox(message) for message in result.output.messages]


def outbox(message: OutgoingMessage) -> OutboxMessage:
    details = {"template": message.template, "retry_count": message.retry_count, **message.details}
    return OutboxMessage(
        kind=message.kind,
        recipient=_clean(message.to),
        body=_clean(message.body),
        sender=_clean(message.sender or ""),
        subject=_clean(message.subject or ""),
        details={name: value for name, value in details.items() if value},
    )


def trace_of(result: TurnResult, details: InputDetails = NO_DETAILS) -> dict[str, Json]:
    """For debugging: everything the turn did, with its timings and what it left for other doors."""
    output = result.output
    extras: dict[str, Json] = {
        "metadata": dict(result.input.metadata),
        "delay_responses": list(output.delay_responses),
        "attachments": list(output.attachments),
        "suggestions": list(output.suggestions),
        "other": dict(output.other),
        "messages": [message.kind for message in output.messages],
    }
    latency = result.latency
    timings = {
        "first_speech_ms": _rounded(latency.first_speech),
        "total_ms": _rounded(latency.total),
        "model_first_piece_ms": _rounded(_first_piece(result)),
        "model_ms": _rounded(latency.model),
        "functions_ms": _rounded(latency.functions),
    }
    if details.endpointing_ms is not None:
        timings["endpointing_ms"] = _rounded(details.endpointing_ms)
        timings["recognition_ms"] = _rounded(details.recognition_ms)
    if details.synthesis_before_ms is not None:
        timings["synthesis_before_ms"] = _rounded(details.synthesis_before_ms)
        timings["playout_before_ms"] = _rounded(details.playout_before_ms)
    if not result.dialog.has_private_input:
        extras["exchanges"] = kept_exchanges(asked.exchange for asked in result.trace.model_requests if asked.exchange)
    return {**result.trace.to_json(), "timings": timings, **{name: value for name, value in extras.items() if value}}


def _opening(context: ConversationContext | None) -> dict[str, Json]:
    """What the door knew of a conversation that begins: nothing else of it is kept once it is over."""
    if context is None:
        return {}
    known = {
        "integration_attributes": dict(context.integration_attributes or {}),
        "sip_headers": dict(context.sip_headers),
    }
    found = {name: value for name, value in known.items() if value}
    return {"opening": found} if found else {}


def _first_piece(result: TurnResult) -> float | None:
    """Of the first request to the model; None: it was not asked, or did not answer."""
    requests = result.trace.model_requests
    return requests[0].first_piece_ms if requests else None


def said_lines(turns: Iterable[tuple[int, str | None, str]]) -> list[TranscriptLine]:
    """The history as agent code sees it: a silent user is an empty line; where it was not their turn there is none."""
    lines = []
    for _number, user_input, agent_response in turns:
        if user_input is not None:
            lines.append(TranscriptLine("user", user_input))
        if agent_response:
            lines.append(TranscriptLine("agent", agent_response))
    return lines


def memory_identifier(
    settings: MemorySettings | None, context: ConversationContext, state: Mapping[str, Json]
) -> str | None:
    """Who a caller is to the agent's memory; None when the project keeps none or the caller cannot be told."""
    attributes = context.integration_attributes or {}
    return identify_user(settings, context.caller_number, context.sip_headers, attributes, state)


def identify_user(
    settings: MemorySettings | None,
    number: str | None,
    sip_headers: Mapping[str, Json],
    attributes: Mapping[str, Json],
    state: Mapping[str, Json],
) -> str | None:
    if settings is None:
        return None
    source, _, name = settings.identifier_source.partition(":")
    places = {"sip_headers": sip_headers, "integration_attributes": attributes, "state": state}
    found = places[source].get(name) if source in places else number
    identifier = str(found) if found not in (None, "") else None
    return None if identifier in settings.identifier_blacklist else identifier


def _clean(text: str) -> str:
    """The database cannot hold U+0000, and nobody misses it."""
    return text.replace("\x00", "")


def _rounded(milliseconds: float | None) -> float | None:
    """To the microsecond. (`round` takes ten times as long.)"""
    return None if milliseconds is None else int(milliseconds * 1000) / 1000
