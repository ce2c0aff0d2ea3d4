"""How a conversation begins: the start function, then its words or the greeting, then at times a silent turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from parley.agent_host.protocol import Json
from parley.runtime.agent.channels import VOICE
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.turn.functions.calls import call_function
from parley.runtime.turn.loop import ASK_AGAIN, Next, TurnLoop, is_usable
from parley.runtime.turn.output import TurnInput
from parley.runtime.turn.state import NO_INPUT, TurnState

START_FUNCTION = "start_function"
SHORT_LISTEN_SECONDS = 0.5


async def open_up(turn: TurnState, opening: str = "") -> None:
    """`opening`: what has been said already, in place of all words at the start."""
    loop, greets = TurnLoop(turn), True
    # Before the start function: whatever it says or does, the caller knows of the recording.
    if consent := turn.dialog.context.consent:
        await turn.transcript.utter(consent)
    next_: Next = ASK_AGAIN
    if start := turn.compiled.project.functions.get(START_FUNCTION):
        outcome, record = await call_function(turn, start, {})
        # A start function that fails costs nobody the greeting.
        if is_usable(outcome):
            # Without words of its own: an empty utterance says nothing.
            reply = replace(outcome.reply, utterance="") if opening else outcome.reply
            next_ = await loop.settle(reply, record, None)
            has_words = reply.utterance is not None or bool(reply.handoff and reply.handoff.utterance)
            greets = not has_words and not turn.dialog.ended
    if opening or greets:
        await turn.transcript.utter(opening or greeting(turn))
    # After the greeting: what a first function step says follows it.
    await loop.through_function_steps(next_)
    turn.transcript.flush()
    if not opening and _wants_silent_turn(turn):
        await _silent_turn(turn, loop)


def greeting(turn: TurnState) -> str:
    return opening_text(turn.compiled, turn.family, turn.dialog.context.channel_type, turn.resolve)


def opening_text(compiled: CompiledProject, family: str, channel_type: str, resolve: Callable[[str], str]) -> str:
    """The disclaimer, if there is one, and the channel's welcome."""
    channel = compiled.channel(family)
    overrides = compiled.project.experimental.channel_disclaimers
    disclaimer = overrides.get(channel_type, overrides.get(family, channel.disclaimer))
    parts = (resolve(disclaimer).strip(), resolve(channel.greeting).strip())
    return " ".join(part for part in parts if part)


def _wants_silent_turn(turn: TurnState) -> bool:
    """Authors listen for an instant, or say nothing on entering a flow, to have its first step speak at once. On a call
    that listens for longer the caller speaks first; a chat cannot be listened to."""
    if turn.dialog.ended:
        return False
    seconds = _listening_seconds(turn.dialog.listen)
    if seconds is not None and (seconds <= SHORT_LISTEN_SECONDS or turn.family == VOICE):
        return seconds <= SHORT_LISTEN_SECONDS
    has_spoken = turn.transcript.reply.text != turn.dialog.context.consent.strip()
    return not has_spoken and turn.dialog.flow is not None


def _listening_seconds(listen: Mapping[str, Json] | None) -> float | None:
    asr = (listen or {}).get("asr")
    timeout = asr.get("timeout") if isinstance(asr, Mapping) else None
    return float(timeout) if isinstance(timeout, int | float) else None


async def _silent_turn(turn: TurnState, loop: TurnLoop) -> None:
    """The prompt sees a silent user; the record does not, because nobody was given the time to speak."""
    turn.dialog.listen = None
    turn.input = TurnInput(is_silence=True)
    turn.transcript.add_user("", turn.compiled.texts["silence"])
    await loop.run()
    turn.input = NO_INPUT
