"""What is said on a call while a function or the model takes long, as the project wants it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from random import Random

from parley.domain.projects.model import DelayResponse, LatencyControl
from parley.runtime.agent.channels import VOICE, for_language
from parley.runtime.turn.output import Waiting
from parley.runtime.turn.state import TurnState

# A project may write 0, and the number of fillers of a turn follows from this.
SHORTEST_INTERVAL = 0.5


async def fill_silence(turn: TurnState) -> None:
    """Has the listener say fillers from now on, unless it does so already: what counts is how long nothing was said."""
    fillers = turn.compiled.project.experimental.fillers
    if fillers is None or not turn.transcript.has_listener or turn.family != VOICE or turn.transcript.fills_silence:
        return
    texts = [turn.resolve(text) for text in for_language(fillers.utterances, turn.dialog.language) or ()]
    if not texts:
        return
    interval = max(fillers.interval, SHORTEST_INTERVAL)
    chance = turn.random() if fillers.randomize else None
    needed = 1 + int(turn.ports.limits.turn_seconds / interval)
    said = tuple(DelayResponse(text, interval) for text in islice(_again_and_again(texts, chance), needed))
    await turn.transcript.tell(Waiting(None, LatencyControl(delay_before=fillers.first_after, responses=said)))


def _again_and_again(texts: Sequence[str], chance: Random | None) -> Iterator[str]:
    for _ in count():
        yield from chance.sample(texts, len(texts)) if chance else texts


def resolve_latency(turn: TurnState, latency: LatencyControl) -> LatencyControl:
    """As it is said in this conversation; in a turn always in the same order, also where that is left to chance."""
    texts = [turn.resolve(item.text) for item in latency.responses]
    if latency.randomize:
        turn.random().shuffle(texts)
    said = zip(latency.responses, texts, strict=True)
    return replace(latency, responses=tuple(replace(item, text=text) for item, text in said))
