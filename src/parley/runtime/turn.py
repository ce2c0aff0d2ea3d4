"""One turn of a conversation, from a mind and an input to words and a new mind.

A listener hears the words as they come; the result comes at the end. Nothing here knows a database, a process or a
socket: models, functions, retrieval, time and the rest come in as `Ports`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parley.providers.llm.protocol import Message
from parley.runtime import safety, spoken
from parley.runtime.calling import call_function
from parley.runtime.channels import VOICE, for_language
from parley.runtime.compiled import Compiled
from parley.runtime.conclusion import conclude
from parley.runtime.effects import write_metric
from parley.runtime.events import EndReason, Listener, Result
from parley.runtime.host.protocol import Json
from parley.runtime.mind import Mind, noted
from parley.runtime.opening import open_up
from parley.runtime.ports import Ports, RetrievalError
from parley.runtime.remembered import MESSAGE_CHARACTERS
from parley.runtime.retrieval import find_topics
from parley.runtime.texts import fill
from parley.runtime.thinking import Thinking
from parley.runtime.work import Work, begin_work

END_FUNCTION = "end_function"


class ConversationEnded(Exception):
    """The conversation has ended and takes no further turn."""


async def open_conversation(mind: Mind, compiled: Compiled, ports: Ports, listener: Listener | None = None) -> Result:
    """The first words: what the start function says, or the greeting."""
    work = begin_work(mind, compiled, ports, listener)
    await open_up(work)
    return conclude(work)


async def respond(
    mind: Mind,
    text: str | None,
    compiled: Compiled,
    ports: Ports,
    listener: Listener | None = None,
    *,
    alternatives: Sequence[str] = (),
) -> Result:
    """A user turn. No text is a silent one; `alternatives` are other hearings of what was said, best first."""
    if mind.ended:
        raise ConversationEnded
    work = begin_work(mind, compiled, ports, listener)
    work.mind.turns += 1
    work.mind.unheard = ""  # somebody listens now, and is told
    work.tool_result = work.mind.pending_content
    heard = [given.replace("\x00", "").strip() for given in (text or "", *alternatives)]
    if work.family == VOICE:
        heard = [await compiled.corrected(given) for given in heard]
    work.user_text = heard[0]
    work.alternatives = tuple(dict.fromkeys(given for given in heard if given)) if heard[0] else ()
    await (_spoken_turn(work) if work.user_text else _silent_turn(work))
    return conclude(work)


def informed(mind: Mind, events: Sequence[Mapping[str, Json]], compiled: Compiled) -> Mind:
    """A mind that knows of external events, those that are meant for the model before its eyes."""
    mind = noted(mind, events)
    text = compiled.texts["external_event"]
    told = [fill(text, data=event["data"][:MESSAGE_CHARACTERS]) for event in events if event["send_to_llm"]]
    mind.window = mind.window.extended(Message("system", words) for words in told)
    return mind


async def wake(mind: Mind, compiled: Compiled, ports: Ports, listener: Listener | None = None) -> Result:
    """A turn of the agent's own accord, because of what it was told since its last one. Nobody waits for an answer: a
    model that fails now will be asked again when somebody does."""
    if mind.ended:
        raise ConversationEnded
    work = begin_work(mind, compiled, ports, listener)
    work.is_woken = True
    work.trace.notes.append("woken by an external event")
    work.tool_result = work.mind.pending_content
    await Thinking(work).think()
    return conclude(work)


async def take_back(
    mind: Mind,
    problem: str,
    metrics: Sequence[tuple[str, str]],
    compiled: Compiled,
    ports: Ports,
    listener: Listener | None = None,
) -> Result:
    """A transfer came to nothing: the agent has the caller back, says so, and its model knows why."""
    work = begin_work(mind, compiled, ports, listener)
    destination = work.mind.handoff.destination if work.mind.handoff else ""
    work.mind.ended, work.mind.end_reason, work.mind.handoff = False, None, None
    work.trace.notes.append(f"transfer failed: {problem}")
    for name, value in metrics:
        write_metric(work, name, value)
    told = fill(compiled.texts["transfer_failed"], destination=destination, problem=problem)
    work.window.append(Message("system", told))
    thinking = Thinking(work)
    await thinking.utter(spoken.sentence(spoken.NOT_TRANSFERRED, work.mind.language))
    thinking.flush()
    return conclude(work)


async def finish(mind: Mind, compiled: Compiled, ports: Ports, reason: str) -> Result:
    """Ends the conversation, if nothing has yet, and gives the end function its one run. Its answer is ignored."""
    work = begin_work(mind, compiled, ports)
    if not work.mind.ended:
        work.end(reason)
    end = compiled.project.functions.get(END_FUNCTION)
    if end and not work.mind.finished:
        outcome, record = await call_function(work, end, {})
        if outcome.failure is None:  # what it gives back is for nobody, and can be nothing wrong
            work.function_errors, record.error = 0, None
    work.mind.finished = True
    return conclude(work)


async def _silent_turn(work: Work) -> None:
    mind, settings = work.mind, work.compiled.project.experimental
    thinking = Thinking(work)
    work.is_silence = True
    mind.silence_count += 1
    mind.silences += 1
    work.heard("")
    work.window.append(Message("user", work.compiled.texts["silence"]))
    if 0 < settings.max_silence_count <= mind.silence_count:
        work.end(EndReason.SILENCE)
        goodbye = for_language(settings.hangup_utterance, mind.language)
        await thinking.utter(
            work.resolved(spoken.sentence(spoken.GOODBYE, mind.language) if goodbye is None else goodbye)
        )
        thinking.flush()
    await thinking.run()


async def _spoken_turn(work: Work) -> None:
    thinking, text = Thinking(work), work.user_text
    work.mind.silence_count = 0
    if category := await _blocked(work):
        work.trace.notes.append(f"safety: input blocked ({category})")
        work.heard(text)
        work.window.append(Message("user", work.compiled.texts["withheld"]))
        work.is_over = True
        await thinking.apologise(safety.fallback(category, work.mind.language))
        thinking.flush()
        return
    await _look_up(work)
    work.heard(text)
    work.window.append(Message("user", text))
    await thinking.run()


async def _blocked(work: Work) -> str | None:
    levels = dict(work.compiled.safety_levels(work.family))
    if work.compiled.defends_against_jailbreaks:
        levels[safety.JAILBREAK] = safety.JAILBREAK_LEVEL
    return await work.ports.safety.check(work.user_text, levels) if levels else None


async def _look_up(work: Work) -> None:
    try:
        work.findings = await find_topics(work.ports.retriever, work.compiled, work.mind, work.user_text)
    except RetrievalError:
        work.trace.notes.append("the topics could not be searched")
        return
    work.trace.topics = tuple((hit.topic.name, hit.distance) for hit in work.findings.hits)
