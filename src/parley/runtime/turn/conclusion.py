"""The end of a turn: what it leaves in the dialog state, and the result for whoever asked for it."""

from __future__ import annotations

from dataclasses import replace

from parley.agent_host.protocol import OutgoingMessage
from parley.kit.text.terms import has_meaning
from parley.runtime.turn.functions import messages
from parley.runtime.turn.functions.effects import write_metric
from parley.runtime.turn.handoff_state import shared_id
from parley.runtime.turn.output import Latency, TurnResult
from parley.runtime.turn.prompt.retrieval import QA_METRIC, topics_to_keep
from parley.runtime.turn.reply.apologies import is_apology
from parley.runtime.turn.state import TurnState


def conclude(turn: TurnState) -> TurnResult:
    dialog, transcript, hits = turn.dialog, turn.transcript, turn.findings.hits
    is_ood = _judge_understanding(turn)
    output = replace(
        turn.output,
        intents=tuple(hit.topic.name for hit in hits),
        is_ood=is_ood,
        messages=_outgoing(turn) if turn.output.messages else (),
    )
    experimental = turn.compiled.project.experimental
    # The logs are extended by what is new, so that only this is encoded again.
    dialog.window = dialog.window.extended(transcript.added_messages)
    history = dialog.history.extended(transcript.lines)
    dialog.earlier = dialog.earlier or len(history) < len(dialog.history) + len(transcript.lines)
    dialog.history = history
    dialog.topics = topics_to_keep(dialog, hits, experimental.retrieval.history_len)
    dialog.offered = turn.offered
    # "" means: nothing to tell, which the next turn need not know.
    dialog.pending_content = dialog.pending_content or None
    known_as, dialog.shared_id = dialog.shared_id, shared_id(dialog, experimental.handoff_api)
    turn.trace.out_flow, turn.trace.out_step = turn.location
    return TurnResult(
        dialog=dialog,
        input=turn.input,
        output=output,
        trace=turn.trace,
        latency=_latency(turn),
        reply=transcript.reply.text,
        lines=tuple(transcript.lines),
        shared_id_changed=dialog.shared_id != known_as,
    )


def _judge_understanding(turn: TurnState) -> bool:
    """Whether the user's words were out of domain; and a question that was answered is counted."""
    has_acted = any(not call.is_refused for call in turn.trace.functions)
    question = turn.findings.question
    has_apologised = turn.transcript.has_fallback
    if turn.input.text and (question is not None or not has_acted):  # else nothing hangs on it
        has_apologised = has_apologised or is_apology(turn.transcript.reply.text, turn.dialog.language)
    if question is not None and not has_apologised:
        write_metric(turn, QA_METRIC, question)
    if has_acted or not turn.input.text:
        return False
    # Nothing had anything to do with it, no topic and no flow; or the agent, in a flow or not, did not understand. An
    # answer that a fallback stands in for says nothing about that.
    # Thanks, a yes and the like ask for nothing.
    is_about_something = has_meaning(turn.input.text)
    has_no_place = bool(turn.compiled.project.topics) and not turn.findings.hits and turn.trace.in_flow is None
    is_unknown = is_about_something and has_no_place
    return is_unknown or (has_apologised and not turn.transcript.has_fallback)


def _outgoing(turn: TurnState) -> tuple[OutgoingMessage, ...]:
    templates, environment = turn.compiled.project.sms_templates, turn.dialog.context.env
    outgoing = tuple(messages.rendered(turn.output.messages, templates, turn.scope(), environment))
    if len(outgoing) < len(turn.output.messages):
        turn.trace.notes.append("a message of an unknown template was not sent")
    return outgoing


def _latency(turn: TurnState) -> Latency:
    trace, first_at = turn.trace, turn.transcript.reply.first_at
    # Of a turn that was foreseen the user feels what comes after their own last word.
    began = max(turn.started, turn.ports.commitment.committed_at or turn.started)
    return Latency(
        first_speech=None if first_at is None else max(first_at - began, 0.0) * 1000,
        total=max(turn.ports.clock.monotonic() - began, 0.0) * 1000,
        model=sum(record.duration_ms for record in trace.model_requests),
        functions=sum(record.duration_ms for record in trace.functions),
    )
