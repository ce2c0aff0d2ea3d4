"""The end of a turn: what it leaves behind in the mind, and the result for whoever asked for it."""

from __future__ import annotations

from parley.runtime import messages
from parley.runtime.apologies import is_apology
from parley.runtime.effects import write_metric
from parley.runtime.events import Latency, Result
from parley.runtime.handover import shared_id
from parley.runtime.host.protocol import OutgoingMessage
from parley.runtime.retrieval import QA_METRIC, remembered
from parley.runtime.work import Work


def conclude(work: Work) -> Result:
    mind, project = work.mind, work.compiled.project
    has_acted = any(not call.is_refused for call in work.trace.functions)
    question = work.findings.question
    has_apologised = work.apologised
    if work.user_text and (question is not None or not has_acted):  # else nothing hangs on it
        has_apologised = has_apologised or is_apology(work.spoken.text, mind.language)
    is_ood = not has_acted and _is_out_of_domain(work, has_apologised)
    if question is not None and not has_apologised:
        write_metric(work, QA_METRIC, question)
    mind.window = mind.window.extended(work.window[len(mind.window) :])
    history = mind.history.extended(work.lines)
    mind.earlier = mind.earlier or len(history) < len(mind.history) + len(work.lines)
    mind.history = history
    mind.topics = remembered(mind, work.findings.hits, project.experimental.retrieval.history_len)
    mind.offered = tuple(work.offered)
    mind.pending_content = work.tool_result or None
    mind.out_of_domain += is_ood
    mind.function_errors += work.function_errors
    mind.api_errors += work.api_errors
    known_as, mind.shared_id = mind.shared_id, shared_id(mind, project.experimental.handoff_api)
    work.trace.out_flow, work.trace.out_step = mind.flow, mind.step
    outgoing = _outgoing(work) if work.messages else ()
    return Result(
        mind=mind,
        trace=work.trace,
        latency=_latency(work),
        reply=work.spoken.text,
        user_text=work.user_text,
        lines=tuple(work.lines),
        end_conversation=mind.ended,
        end_reason=mind.end_reason,
        handoff=mind.handoff,
        is_renamed=mind.shared_id != known_as,
        is_silence=work.is_silence,
        is_ood=is_ood,
        intents=tuple(hit.topic.name for hit in work.findings.hits),
        entities=work.entities,
        metrics=tuple(work.metrics),
        messages=outgoing,
        new_events=tuple(work.new_events),
        function_errors=work.function_errors,
        api_errors=work.api_errors,
        delay_responses=tuple(work.delay_responses),
        utterance_channel=work.utterance_channel,
        attachments=tuple(work.attachments),
        suggestions=tuple(work.suggestions),
        other=work.other,
    )


def _outgoing(work: Work) -> tuple[OutgoingMessage, ...]:
    templates, environment = work.compiled.project.sms_templates, work.mind.setting.env
    outgoing = tuple(messages.rendered(work.messages, templates, work.scope(), environment))
    if len(outgoing) < len(work.messages):
        work.trace.notes.append("a message of an unknown template was not sent")
    return outgoing


def _is_out_of_domain(work: Work, has_apologised: bool) -> bool:
    """No function ran, and the user said something that no topic and no flow had anything to do with, or that the
    agent, in a flow or not, did not understand. An answer that a fallback stands in for says nothing about that."""
    if not work.user_text:
        return False
    is_unknown = bool(work.compiled.project.topics) and not work.findings.hits and work.trace.in_flow is None
    return is_unknown or (has_apologised and not work.apologised)


def _latency(work: Work) -> Latency:
    trace, spoken = work.trace, work.spoken
    return Latency(
        first_speech=None if spoken.first_at is None else (spoken.first_at - work.started) * 1000,
        total=(work.ports.clock.monotonic() - work.started) * 1000,
        model=sum(record.duration_ms for record in trace.model_requests),
        functions=sum(record.duration_ms for record in trace.functions),
    )
