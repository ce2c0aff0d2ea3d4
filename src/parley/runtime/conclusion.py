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
    has_apologised = work.apologised or (bool(work.user_text) and is_apology(work.spoken.text, mind.language))
    is_ood = _is_out_of_domain(work, has_apologised)
    if work.findings.question is not None and not has_apologised:
        write_metric(work, QA_METRIC, work.findings.question)
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
    """The user said something that no topic, no flow and no function had anything to do with, or that the agent, in a
    flow or not, did not understand. A function that ran, or an answer that a fallback stands in for, is neither."""
    trace = work.trace
    if not work.user_text or any(not call.is_refused for call in trace.functions):
        return False
    is_unknown = bool(work.compiled.project.topics) and not work.findings.hits and trace.in_flow is None
    return is_unknown or (has_apologised and not work.apologised)


def _latency(work: Work) -> Latency:
    trace, spoken = work.trace, work.spoken
    return Latency(
        first_speech=None if spoken.first_at is None else (spoken.first_at - work.started) * 1000,
        total=(work.ports.clock.monotonic() - work.started) * 1000,
        model=sum(record.duration_ms for record in trace.model_requests),
        functions=sum(record.duration_ms for record in trace.functions),
    )
