"""How a conversation begins: the start function, then its words or the greeting, then at times a silent turn."""

from __future__ import annotations

from collections.abc import Mapping

from parley.providers.llm.protocol import Message
from parley.runtime.calling import call_function
from parley.runtime.channels import VOICE
from parley.runtime.host.protocol import Json
from parley.runtime.thinking import Thinking
from parley.runtime.work import Work

START_FUNCTION = "start_function"
SHORT_LISTEN_SECONDS = 0.5


async def open_up(work: Work) -> None:
    thinking, mind = Thinking(work), work.mind
    greets = True
    if start := work.compiled.project.functions.get(START_FUNCTION):
        outcome, record = await call_function(work, start, {})
        if not outcome.failure and not outcome.reply.invalid:
            await thinking.settle(outcome, record, None)
            reply = outcome.reply
            has_words = reply.utterance is not None or bool(reply.handoff and reply.handoff.utterance)
            greets = not has_words and not mind.ended
    if greets:
        await thinking.utter(greeting(work))
    await thinking.run_function_steps()
    thinking.flush()
    if _wants_silent_turn(work):
        await _silent_turn(work, thinking)


def greeting(work: Work) -> str:
    """The disclaimer, if there is one, and the channel's welcome."""
    channel = work.compiled.channel(work.family)
    overrides = work.compiled.project.experimental.channel_disclaimers
    disclaimer = overrides.get(work.mind.setting.channel_type, overrides.get(work.family, channel.disclaimer))
    parts = (work.resolved(disclaimer).strip(), work.resolved(channel.greeting).strip())
    return " ".join(part for part in parts if part)


def _wants_silent_turn(work: Work) -> bool:
    """Authors listen for an instant, or say nothing on entering a flow, to have its first step speak at once. On a call
    that listens for longer the caller speaks first; a chat cannot be listened to."""
    if work.mind.ended:
        return False
    seconds = _listening_seconds(work.mind.listen)
    if seconds is not None and (seconds <= SHORT_LISTEN_SECONDS or work.family == VOICE):
        return seconds <= SHORT_LISTEN_SECONDS
    return not work.spoken and work.mind.flow is not None


def _listening_seconds(listen: Mapping[str, Json] | None) -> float | None:
    asr = (listen or {}).get("asr")
    timeout = asr.get("timeout") if isinstance(asr, Mapping) else None
    return float(timeout) if isinstance(timeout, int | float) else None


async def _silent_turn(work: Work, thinking: Thinking) -> None:
    work.mind.listen = None
    work.is_over, work.is_silence = False, True
    work.heard("")
    work.window.append(Message("user", work.compiled.texts["silence"]))
    await thinking.run()
    work.is_silence = False
