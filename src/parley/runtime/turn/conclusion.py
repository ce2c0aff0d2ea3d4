"""The end of a turn: what it leaves behind in the mind, and the result for whoever asked for it."""

from __future__ import annotations

from parley.agent_host.protocol import OutgoingMessage
from parley.runtime.turn import messages
from parley.runtime.turn.apologies import is_apology
from parley.runtime.turn.effects import write_metric
from parley.runtime.turn.handoff_state import shared_id
from parley.runtime.turn.output import Latency, TurnResult
from parley.runtime.turn.retrieval import QA_METRIC, remembered
from parley.runtime.turn.state import TurnState


def conclude(turn: TurnState) -> TurnResult:
    dialog, project = turn.dialog, turn.compiled.project
    has_acted = any(not call.is_refused for call in turn.trace.functions)
    question = turn.findings.question
    has_apologised = turn.apologised
    if turn.user_text and (question is not None or not has_acted):  # else nothing hangs on it
        has_apologised = has_apologised or is_apology(turn.spoken.text, dialog.language)
    is_ood = not has_acted and _is_out_of_domain(turn, has_apologised)
    if question is not None and not has_apologised:
        write_metric(turn, QA_METRIC, question)
    dialog.window = dialog.window.extended(turn.window[len(dialog.window) :])
    history = dialog.history.extended(turn.lines)
    dialog.earlier = dialog.earlier or len(history) < len(dialog.history) + len(turn.lines)
    dialog.history = history
    dialog.topics = remembered(dialog, turn.findings.hits, project.experimental.retrieval.history_len)
    dialog.offered = tuple(turn.offered)
    dialog.pending_content = turn.tool_result or None
    dialog.out_of_domain += is_ood
    dialog.function_errors += turn.function_errors
    dialog.api_errors += turn.api_errors
    known_as, dialog.shared_id = dialog.shared_id, shared_id(dialog, project.experimental.handoff_api)
    turn.trace.out_flow, turn.trace.out_step = dialog.flow, dialog.step
    outgoing = _outgoing(turn) if turn.messages else ()
    return TurnResult(
        dialog=dialog,
        trace=turn.trace,
        latency=_latency(turn),
        reply=turn.spoken.text,
        user_text=turn.user_text,
        lines=tuple(turn.lines),
        end_conversation=dialog.ended,
        end_reason=dialog.end_reason,
        handoff=dialog.handoff,
        is_renamed=dialog.shared_id != known_as,
        is_silence=turn.is_silence,
        is_ood=is_ood,
        intents=tuple(hit.topic.name for hit in turn.findings.hits),
        entities=turn.entities,
        metrics=tuple(turn.metrics),
        messages=outgoing,
        new_events=tuple(turn.new_events),
        function_errors=turn.function_errors,
        api_errors=turn.api_errors,
        delay_responses=tuple(turn.delay_responses),
        utterance_channel=turn.utterance_channel,
        attachments=tuple(turn.attachments),
        suggestions=tuple(turn.suggestions),
        other=turn.other,
    )


def _outgoing(turn: TurnState) -> tuple[OutgoingMessage, ...]:
    templates, environment = turn.compiled.project.sms_templates, turn.dialog.context.env
    outgoing = tuple(messages.rendered(turn.messages, templates, turn.scope(), environment))
    if len(outgoing) < len(turn.messages):
        turn.trace.notes.append("a message of an unknown template was not sent")
    return outgoing


def _is_out_of_domain(turn: TurnState, has_apologised: bool) -> bool:
    """No function ran, and the user said something that no topic and no flow had anything to do with, or that the
    agent, in a flow or not, did not understand. An answer that a fallback stands in for says nothing about that."""
    if not turn.user_text:
        return False
    is_unknown = bool(turn.compiled.project.topics) and not turn.findings.hits and turn.trace.in_flow is None
    return is_unknown or (has_apologised and not turn.apologised)


def _latency(turn: TurnState) -> Latency:
    trace, spoken = turn.trace, turn.spoken
    return Latency(
        first_speech=None if spoken.first_at is None else (spoken.first_at - turn.started) * 1000,
        total=(turn.ports.clock.monotonic() - turn.started) * 1000,
        model=sum(record.duration_ms for record in trace.model_requests),
        functions=sum(record.duration_ms for record in trace.functions),
    )
