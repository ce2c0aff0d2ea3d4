"""One turn of a conversation, from a mind and an input to words and a new mind.

A listener hears the words as they come; the result comes at the end. Nothing here knows a database, a process or a
socket: models, functions, retrieval, time and the rest come in as `Ports`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parley.agent_host.protocol import Json
from parley.providers.llm.protocol import Message
from parley.runtime.agent.channels import VOICE, for_language
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.agent.texts import fill
from parley.runtime.turn import phrases, safety
from parley.runtime.turn.bounded_log import MESSAGE_CHARACTERS
from parley.runtime.turn.conclusion import conclude
from parley.runtime.turn.dialog import DialogState, noted
from parley.runtime.turn.effects import write_metric
from parley.runtime.turn.function_calls import call_function
from parley.runtime.turn.loop import TurnLoop
from parley.runtime.turn.opening import open_up
from parley.runtime.turn.output import EndReason, Listener, TurnResult
from parley.runtime.turn.ports import Ports, RetrievalError
from parley.runtime.turn.retrieval import find_topics
from parley.runtime.turn.state import TurnState, begin_turn

END_FUNCTION = "end_function"


class ConversationEnded(Exception):
    """The conversation has ended and takes no further turn."""


async def open_conversation(
    dialog: DialogState, compiled: CompiledProject, ports: Ports, listener: Listener | None = None
) -> TurnResult:
    """The first words: what the start function says, or the greeting."""
    turn = begin_turn(dialog, compiled, ports, listener)
    await open_up(turn)
    return conclude(turn)


async def respond(
    dialog: DialogState,
    text: str | None,
    compiled: CompiledProject,
    ports: Ports,
    listener: Listener | None = None,
    *,
    alternatives: Sequence[str] = (),
) -> TurnResult:
    """A user turn. No text is a silent one; `alternatives` are other hearings of what was said, best first."""
    if dialog.ended:
        raise ConversationEnded
    turn = begin_turn(dialog, compiled, ports, listener)
    turn.dialog.turns += 1
    turn.dialog.unheard = ""  # somebody listens now, and is told
    turn.tool_result = turn.dialog.pending_content
    heard = [given.replace("\x00", "").strip() for given in (text or "", *alternatives)]
    if turn.family == VOICE:
        heard = [await compiled.corrected(given) for given in heard]
    turn.user_text = heard[0]
    turn.alternatives = tuple(dict.fromkeys(given for given in heard if given)) if heard[0] else ()
    await (_spoken_turn(turn) if turn.user_text else _silent_turn(turn))
    return conclude(turn)


def informed(dialog: DialogState, events: Sequence[Mapping[str, Json]], compiled: CompiledProject) -> DialogState:
    """A mind that knows of external events, those that are meant for the model before its eyes."""
    dialog = noted(dialog, events)
    text = compiled.texts["external_event"]
    told = [fill(text, data=event["data"][:MESSAGE_CHARACTERS]) for event in events if event["send_to_llm"]]
    dialog.window = dialog.window.extended(Message("system", words) for words in told)
    return dialog


async def wake(
    dialog: DialogState, compiled: CompiledProject, ports: Ports, listener: Listener | None = None
) -> TurnResult:
    """A turn of the agent's own accord, because of what it was told since its last one. Nobody waits for an answer: a
    model that fails now will be asked again when somebody does."""
    if dialog.ended:
        raise ConversationEnded
    turn = begin_turn(dialog, compiled, ports, listener)
    turn.is_woken = True
    turn.trace.notes.append("woken by an external event")
    turn.tool_result = turn.dialog.pending_content
    await TurnLoop(turn).think()
    return conclude(turn)


async def take_back(
    dialog: DialogState,
    problem: str,
    metrics: Sequence[tuple[str, str]],
    compiled: CompiledProject,
    ports: Ports,
    listener: Listener | None = None,
) -> TurnResult:
    """A transfer came to nothing: the agent has the caller back, says so, and its model knows why."""
    turn = begin_turn(dialog, compiled, ports, listener)
    destination = turn.dialog.handoff.destination if turn.dialog.handoff else ""
    turn.dialog.ended, turn.dialog.end_reason, turn.dialog.handoff = False, None, None
    turn.trace.notes.append(f"transfer failed: {problem}")
    for name, value in metrics:
        write_metric(turn, name, value)
    told = fill(compiled.texts["transfer_failed"], destination=destination, problem=problem)
    turn.window.append(Message("system", told))
    thinking = TurnLoop(turn)
    await thinking.utter(phrases.sentence(phrases.NOT_TRANSFERRED, turn.dialog.language))
    thinking.flush()
    return conclude(turn)


async def finish(dialog: DialogState, compiled: CompiledProject, ports: Ports, reason: str) -> TurnResult:
    """Ends the conversation, if nothing has yet, and gives the end function its one run. Its answer is ignored."""
    turn = begin_turn(dialog, compiled, ports)
    if not turn.dialog.ended:
        turn.end(reason)
    end = compiled.project.functions.get(END_FUNCTION)
    if end and not turn.dialog.finished:
        outcome, record = await call_function(turn, end, {})
        if outcome.failure is None:  # what it gives back is for nobody, and can be nothing wrong
            turn.function_errors, record.error = 0, None
    turn.dialog.finished = True
    return conclude(turn)


async def _silent_turn(turn: TurnState) -> None:
    dialog, settings = turn.dialog, turn.compiled.project.experimental
    thinking = TurnLoop(turn)
    turn.is_silence = True
    dialog.silence_count += 1
    dialog.silences += 1
    turn.heard("")
    turn.window.append(Message("user", turn.compiled.texts["silence"]))
    if 0 < settings.max_silence_count <= dialog.silence_count:
        turn.end(EndReason.SILENCE)
        goodbye = for_language(settings.hangup_utterance, dialog.language)
        await thinking.utter(
            turn.resolved(phrases.sentence(phrases.GOODBYE, dialog.language) if goodbye is None else goodbye)
        )
        thinking.flush()
    await thinking.run()


async def _spoken_turn(turn: TurnState) -> None:
    thinking, text = TurnLoop(turn), turn.user_text
    turn.dialog.silence_count = 0
    if category := await _blocked(turn):
        turn.trace.notes.append(f"safety: input blocked ({category})")
        turn.heard(text)
        turn.window.append(Message("user", turn.compiled.texts["withheld"]))
        turn.is_over = True
        await thinking.apologise(safety.fallback(category, turn.dialog.language))
        thinking.flush()
        return
    await _look_up(turn)
    turn.heard(text)
    turn.window.append(Message("user", text))
    await thinking.run()


async def _blocked(turn: TurnState) -> str | None:
    levels = dict(turn.compiled.safety_levels(turn.family))
    if turn.compiled.defends_against_jailbreaks:
        levels[safety.JAILBREAK] = safety.JAILBREAK_LEVEL
    return await turn.ports.safety.check(turn.user_text, levels) if levels else None


async def _look_up(turn: TurnState) -> None:
    try:
        turn.findings = await find_topics(turn.ports.retriever, turn.compiled, turn.dialog, turn.user_text)
    except RetrievalError:
        turn.trace.notes.append("the topics could not be searched")
        return
    turn.trace.topics = tuple((hit.topic.name, hit.distance) for hit in turn.findings.hits)
