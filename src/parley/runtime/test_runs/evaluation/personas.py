"""How simulated users talk. A model is told the manner; without one, lines are changed in that manner: pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from parley.domain.projects.evaluation import HARD_OF_HEARING, HOSTILE, IMPATIENT, NON_NATIVE, RAMBLING, Persona

_HURRIES = ("Quick: {}", "{} Hurry up.", "{} I have no time.")
_STORIES = (
    "Well, it has been raining all day here, so, {} That is what my sister said too.",
    "You know, my neighbour told me about you. {} But that was years ago.",
    "Let me think, I had my glasses somewhere. {} Anyway.",
)
_INSULTS = ("This is ridiculous. {}", "{} If a machine can do even that.", "I hate talking to robots. {}")
_ARTICLES = re.compile(r"\b(?:the|an?|der|die|das|el|la|le)\s+", re.IGNORECASE)
_REPEATS = ("Sorry, what did you say?", "Could you say that again, please?")
OFTEN = 3
"""One in so many of the agent's answers is misheard."""


def coloured(persona: Persona, line: str, chance: Random) -> str:
    """A written line as this persona says it."""
    colour = _COLOURS.get(persona.name)
    return colour(line, chance) if colour else line


def asks_again(persona: Persona, chance: Random) -> str | None:
    """What somebody says who has not heard the answer; None: they have."""
    if persona.name != HARD_OF_HEARING.name or chance.randrange(OFTEN):
        return None
    return chance.choice(_REPEATS)


def _framed(frames: tuple[str, ...]) -> Callable[[str, Random], str]:
    return lambda line, chance: chance.choice(frames).format(line)


def _without_articles(line: str, _chance: Random) -> str:
    return _ARTICLES.sub("", line) or line


_COLOURS: Mapping[str, Callable[[str, Random], str]] = {
    IMPATIENT.name: _framed(_HURRIES),
    RAMBLING.name: _framed(_STORIES),
    NON_NATIVE.name: _without_articles,
    HOSTILE.name: _framed(_INSULTS),
}
