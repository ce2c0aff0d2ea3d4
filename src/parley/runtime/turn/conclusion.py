"""The end of a turn: what it leaves in the dialog state, and the result for whoever asked for it."""

from __future__ import annotations

import re
from dataclasses import replace
from operator import attrgetter

from parley.agent_host.protocol import OutgoingMessage
from parley.kit.text.terms import has_meaning
from parley.runtime.turn.functions import messages
from parley.runtime.turn.functions.effects import write_metric
from parley.runtime.turn.handoff_state import shared_id
from parley.runtime.turn.output import Latency, TurnResult
from parley.runtime.turn.prompt.retrieval import QA_METRIC, topics_to_keep
from parley.runtime.turn.state import TurnState

LOOKED_AT = 400
"""Characters: an agent that did not understand says so first."""

_ENGLISH = (
    r"(?:did(?:n't| not)|do(?:n't| not)|could(?:n't| not)|can(?:'t|not)) (?:quite |really |fully |yet )?"
    r"(?:understand|catch|get|follow|make out) (?:that|you|what you|your (?:question|request|message)|yet|it)\b",
    r"do(?:n't| not) understand\b",
    r"not (?:quite |really )?sure (?:what you mean|i understand|i follow|(?:how |that )?i can (?:help|assist))",
    r"(?:can't|cannot|unable to|not able to|could not|couldn't) (?:help|assist)(?: you)? with (?:that|this)\b",
    r"(?:do(?:n't| not) have|have no) (?:any |the )?(?:information|details|answer)\b",
    r"something went wrong|trouble with that|let me ask once more",
)
_BY_LANGUAGE: dict[str, tuple[str, ...]] = {
    "en": _ENGLISH,
    "es": (
        r"no (?:le |te |lo |la )?(?:he entendido|entiendo|entend[ií]|comprendo)",
        r"no puedo ayudar(?:le|te)? con eso|algo ha (?:fallado|salido mal)",
    ),
    "fr": (r"pas (?:bien )?compris|ne comprends pas|ne peux pas vous aider|un problème est survenu",),
    "de": (
        r"nicht (?:ganz |richtig )?verstanden|verstehe (?:sie |das |ich )?(?:leider )?nicht",
        r"dabei kann ich (?:ihnen )?(?:leider )?nicht helfen|etwas schiefgegangen",
    ),
    "it": (r"non ho capito|non capisco|non posso aiutar(?:la|ti)|andato storto",),
    "pt": (r"não (?:entendi|compreendi|percebi|entendo)|não posso ajudar com isso|algo correu mal",),
    "nl": (r"niet begrepen|begrijp (?:u |je |het |dat )?niet|daar kan ik niet mee helpen",),
}
_PATTERNS = {code: re.compile(rf"\b(?:{'|'.join(phrases)})") for code, phrases in _BY_LANGUAGE.items()}

_HINTS: dict[str, tuple[str, ...]] = {
    "en": ("n't", "not ", "unable", "no ", "wrong", "trouble", "once more"),
    "es": ("no ", "fallado", "mal"),
    "fr": ("pas ", "problème"),
    "de": ("nicht", "schief"),
    "it": ("non ", "storto"),
    "pt": ("não ", "mal"),
    "nl": ("niet",),
}
"""Most replies hold none of these, and need no closer look."""

_duration_of = attrgetter("duration_ms")
_topic_name_of = attrgetter("topic.name")


def conclude(turn: TurnState) -> TurnResult:
    dialog, transcript, hits = turn.dialog, turn.transcript, turn.findings.hits
    is_ood = _judge_understanding(turn)
    output = replace(
        turn.output,
        intents=tuple(map(_topic_name_of, hits)),
        is_ood=is_ood,
        messages=_outgoing(turn) if turn.output.messages else (),
    )
    experimental = turn.compiled.project.experimental
    # The logs are extended by what is new, so that only this is encoded again.
    dialog.window = dialog.window.extended(transcript.added_messages)
    history = dialog.history.extended(transcript.lines)
    dialog.earlier = dialog.earlier or len(history) < len(dialog.history) + len(transcript.lines)
    dialog.history = history
    if hits or dialog.topics:
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
    has_no_place = bool(turn.compiled.project.topics) and not turn.findings.hits and turn.trace.in_flow is None
    is_unknown = has_no_place and has_meaning(turn.input.text)
    return is_unknown or (has_apologised and not turn.transcript.has_fallback)


def is_apology(reply: str, language: str) -> bool:
    """Whether a reply says that the user was not understood or cannot be helped: reports count such turns as not
    understood, and no question as answered by them. `language` is that of the conversation. English is read in any:
    responders fall back to it."""
    text = reply[:LOOKED_AT].lower().replace("’", "'")
    own = language.partition("-")[0].lower()
    for code in {own if own in _PATTERNS else "en", "en"}:
        if any(map(text.__contains__, _HINTS[code])) and _PATTERNS[code].search(text):
            return True
    return False


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
        model=sum(map(_duration_of, trace.model_requests)),
        functions=sum(map(_duration_of, trace.functions)),
    )
