"""What a turn can be, each from a dialog state and an input to words and a new dialog state.

A listener hears the words as they come; the result comes at the end. Nothing here knows a database, a process or a
socket: models, functions, retrieval, time and the rest come in as `Ports`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from parley.agent_host.protocol import Json
from parley.domain.conversations.model import NO_DETAILS, InputDetails
from parley.providers.llm.protocol import Message
from parley.runtime.agent.channels import VOICE, for_language
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.agent.texts import fill
from parley.runtime.turn.bounded_log import MESSAGE_CHARACTERS
from parley.runtime.turn.conclusion import conclude
from parley.runtime.turn.dialog import DialogState, with_events
from parley.runtime.turn.functions.calls import call_function
from parley.runtime.turn.functions.effects import switch_language, write_metric
from parley.runtime.turn.loop import TurnLoop
from parley.runtime.turn.opening import open_up
from parley.runtime.turn.output import EndReason, Listener, TurnInput, TurnResult
from parley.runtime.turn.ports import Ports
from parley.runtime.turn.prompt.retrieval import find_topics
from parley.runtime.turn.reply import phrases, safety
from parley.runtime.turn.spans import as_span
from parley.runtime.turn.state import TurnState, begin_turn

END_FUNCTION = "end_function"
ANSWERED_BY = "ANSWERED_BY"
"""The metric that says who answered a call that we placed."""


class ConversationEnded(Exception):
    """The conversation has ended and takes no further turn."""


@as_span
async def open_conversation(
    dialog: DialogState,
    compiled: CompiledProject,
    ports: Ports,
    listener: Listener | None = None,
    opening: str = "",
) -> TurnResult:
    """The first words: what the start function says, or the greeting; or the `opening` instead."""
    turn = begin_turn(dialog, compiled, ports, listener)
    await open_up(turn, opening)
    return conclude(turn)


@as_span
async def respond(
    dialog: DialogState,
    text: str | None,
    compiled: CompiledProject,
    ports: Ports,
    listener: Listener | None = None,
    details: InputDetails = NO_DETAILS,
) -> TurnResult:
    """A user turn. No text is a silent one."""
    if dialog.ended:
        raise ConversationEnded
    turn = begin_turn(dialog, compiled, ports, listener)
    turn.dialog.turns += 1
    turn.input = TurnInput(metadata=details.metadata)
    if details.language:
        switch_language(turn, details.language)
    turn.dialog.unheard = ""  # somebody listens now, and is told
    # PostgreSQL cannot hold U+0000, and nobody can say it.
    heard = [given.replace("\x00", "").strip() for given in (text or "", *details.alternatives)]
    # Corrections mend what a recogniser hears; what somebody typed is what they meant.
    if turn.family == VOICE:
        heard = [await compiled.corrected(given) for given in heard]
    if heard[0]:
        await _spoken_turn(turn, heard)
    else:
        await _silent_turn(turn)
    return conclude(turn)


def with_events_for_model(
    dialog: DialogState, events: Sequence[Mapping[str, Json]], compiled: CompiledProject
) -> DialogState:
    """A dialog state that knows of external events, those that are meant for the model in its window."""
    dialog = with_events(dialog, events)
    text = compiled.texts["external_event"]
    told = [fill(text, data=event["data"][:MESSAGE_CHARACTERS]) for event in events if event["send_to_llm"]]
    dialog.window = dialog.window.extended(Message("system", words) for words in told)
    return dialog


@as_span
async def wake(
    dialog: DialogState, compiled: CompiledProject, ports: Ports, listener: Listener | None = None
) -> TurnResult:
    """A turn of the agent's own accord, because of what it was told since its last one. Nobody waits for an answer: a
    model that fails now will be asked again when somebody does."""
    if dialog.ended:
        raise ConversationEnded
    turn = begin_turn(dialog, compiled, ports, listener)
    turn.input = TurnInput(is_external_event=True)
    turn.trace.notes.append("woken by an external event")
    await TurnLoop(turn).run_until_done()
    return conclude(turn)


@as_span
async def resume_after_transfer(
    dialog: DialogState,
    problem: str,
    metrics: Sequence[tuple[str, str]],
    compiled: CompiledProject,
    ports: Ports,
    listener: Listener | None = None,
) -> TurnResult:
    """A transfer came to nothing: the agent has the caller back, says so, and its model knows why."""
    turn = begin_turn(dialog, compiled, ports, listener)
    destination = dialog.handoff.destination if dialog.handoff else ""
    # Trace and model get the reason; the caller hears a sentence without it.
    turn.trace.notes.append(f"transfer failed: {problem}")
    for name, value in metrics:
        write_metric(turn, name, value)
    note = fill(compiled.texts["transfer_failed"], destination=destination, problem=problem)
    return await _go_on(turn, note, phrases.NOT_TRANSFERRED)


@as_span
async def resume_after_person(dialog: DialogState, talk: str, compiled: CompiledProject, ports: Ports) -> TurnResult:
    """A person has talked to the user and gives them back. `talk`: what they said, for the model."""
    turn = begin_turn(dialog, compiled, ports, None)
    turn.trace.notes.append("given back by a person")
    return await _go_on(turn, fill(compiled.texts["given_back"], talk=talk), phrases.GIVEN_BACK)


async def _go_on(turn: TurnState, note: str, phrase: str) -> TurnResult:
    """The user is with the agent again."""
    dialog, transcript = turn.dialog, turn.transcript
    dialog.ended, dialog.end_reason, dialog.handoff, dialog.pending_content = False, None, None, None
    transcript.add_note(note)
    await transcript.utter(phrases.sentence(phrase, dialog.language))
    transcript.flush()
    return conclude(turn)


def with_answered_by(dialog: DialogState, answered_by: str) -> DialogState:
    """A dialog state that knows who answered the call."""
    if answered_by == dialog.context.answered_by or not answered_by:
        return dialog
    copy = dialog.copy()
    copy.context = replace(dialog.context, answered_by=answered_by)
    return copy


def with_context_vault(dialog: DialogState, vault: Mapping[str, Json] | None) -> DialogState:
    """A dialog state that has what is vouched for by now, instead of what was."""
    if vault is None or vault == dialog.context.context_vault:
        return dialog
    copy = dialog.copy()
    copy.context = replace(dialog.context, context_vault=vault)
    return copy


@as_span
async def speak_to(
    dialog: DialogState,
    text: str,
    metrics: Sequence[tuple[str, str]],
    compiled: CompiledProject,
    ports: Ports,
    listener: Listener | None = None,
) -> TurnResult:
    """Words of the project for whoever has answered a call: a message on a machine, or the greeting once more."""
    turn = begin_turn(dialog, compiled, ports, listener)
    turn.trace.notes.append(f"answered by: {dialog.context.answered_by}")
    for name, value in metrics:
        write_metric(turn, name, value)
    await turn.transcript.utter(turn.resolve(text))
    turn.transcript.flush()
    return conclude(turn)


async def finish(dialog: DialogState, compiled: CompiledProject, ports: Ports, reason: str) -> TurnResult:
    """Ends the conversation, if nothing has yet, and gives the end function its one run. Its answer is ignored."""
    turn = begin_turn(dialog, compiled, ports)
    if not turn.dialog.ended:
        turn.end(reason)
    end = compiled.project.functions.get(END_FUNCTION)
    if end and not turn.dialog.finished:
        await call_function(turn, end, {}, uses_reply=False)
    turn.dialog.finished = True
    return conclude(turn)


async def _silent_turn(turn: TurnState) -> None:
    dialog, settings = turn.dialog, turn.compiled.project.experimental
    turn.input = replace(turn.input, is_silence=True)
    dialog.silence_count += 1
    turn.transcript.add_user("", turn.compiled.texts["silence"])
    if not 0 < settings.max_silence_count <= dialog.silence_count:
        await TurnLoop(turn).run()
        return
    turn.end(EndReason.SILENCE)
    goodbye = for_language(settings.hangup_utterance, dialog.language)
    if goodbye is None:
        goodbye = phrases.sentence(phrases.GOODBYE, dialog.language)
    await turn.transcript.utter(turn.resolve(goodbye))
    turn.transcript.flush()


async def _spoken_turn(turn: TurnState, heard: Sequence[str]) -> None:
    text, transcript = heard[0], turn.transcript
    alternatives = tuple(dict.fromkeys(filter(None, heard)))
    turn.input = replace(turn.input, text=text, alternatives=alternatives)
    turn.dialog.silence_count = 0
    if category := await _blocked(turn):
        turn.trace.notes.append(f"safety: input blocked ({category})")
        # The record shows what was said. The model must not see it, in later turns either.
        transcript.add_user(text, turn.compiled.texts["withheld"])
        await transcript.utter_fallback(safety.fallback(category, turn.dialog.language))
        transcript.flush()
        return
    # Before the words are added: earlier inputs are part of the query, and these are not earlier.
    if turn.compiled.project.topics:
        turn.findings = await find_topics(turn)
    transcript.add_user(text, text)
    await TurnLoop(turn).run()


async def _blocked(turn: TurnState) -> str | None:
    levels = turn.safety_levels
    if turn.compiled.defends_against_jailbreaks:
        levels = {**levels, safety.JAILBREAK: safety.JAILBREAK_LEVEL}
    return await turn.ports.safety.check(turn.input.text, levels) if levels else None
