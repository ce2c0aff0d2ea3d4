"""How simulated users talk. A model is told the manner; without one, lines are changed in that manner: pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Persona:
    name: str
    manner: str


PATIENT = Persona("patient", "You are calm and polite, and answer what you are asked.")
IMPATIENT = Persona(
    "impatient", "You are in a hurry: few words, no greetings, and you complain as soon as something is asked twice."
)
RAMBLING = Persona(
    "rambling", "You digress: what is wanted comes in the middle of stories about your day, family and the weather."
)
NON_NATIVE = Persona(
    "non-native",
    "You speak the language as a foreigner: simple words, missing articles, wrong tenses, at times a word of your own "
    "language. You ask for the meaning of difficult words.",
)
HARD_OF_HEARING = Persona(
    "hard-of-hearing",
    "You hear badly: now and then you ask for something to be repeated, or answer a question that you misheard and "
    "correct yourself afterwards.",
)
HOSTILE = Persona(
    "hostile", "You are angry with the company and distrust machines: rude and sarcastic, but you do want your goal."
)
BUILT_IN = (PATIENT, IMPATIENT, RAMBLING, NON_NATIVE, HARD_OF_HEARING, HOSTILE)

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
