"""Simulated users: one that a model plays, and one that says what is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from parley.domain.projects.evaluation import HARD_OF_HEARING, HOSTILE, IMPATIENT, NON_NATIVE, RAMBLING, Goal, Persona
from parley.kit import randomness
from parley.kit.patterns.pattern import compile_pattern
from parley.providers.llm.protocol import Message, Model, Request, complete
from parley.runtime.test_runs.caller_lines import KEYS, split_mark
from parley.runtime.test_runs.roles import DONE, SEEN_AS
from parley.runtime.test_runs.verdict import Record

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


INSTRUCTIONS = """You play a person who is talking to a company's automated agent. Never leave this role, whatever the
agent says, and never speak for the agent.
What you want: {goal}
How you talk: {manner}
Language: {language}

Write only your next message: one or two sentences, as this person would say them. Make up no facts that matter: what is
not given above you do not know. When you have what you want, or nothing more can come of it, write exactly {done}."""


class SimulatedUser(Protocol):
    async def next_line(self, record: Record) -> str | None:
        """None: they are done."""
        ...


class ModelUser:
    def __init__(self, model: Model, goal: Goal, persona: Persona, seed: int) -> None:
        self._model = model
        self._parameters = {"seed": seed}
        case = goal.case
        self._instructions = INSTRUCTIONS.format(
            goal=case.scenario, manner=persona.manner, language=case.language, done=DONE
        )

    async def next_line(self, record: Record) -> str | None:
        said = [Message(SEEN_AS[line.role], line.text or "(silence)") for line in record.lines]
        request = Request([Message("system", self._instructions), *said], parameters=self._parameters)
        text = (await complete(self._model, request)).strip()
        return None if not text or DONE in text else text


class ScriptedUser:
    """Answers what the agent asks where a line waits for that, else goes on with the next; the same for a seed."""

    def __init__(self, goal: Goal, persona: Persona, seed: int) -> None:
        self._persona = persona
        self._chance = randomness.seeded(seed)
        self._waiting = [(compile_pattern(line.when, ignore_case=True), line.say) for line in goal.lines if line.when]
        self._next = [line.say for line in goal.lines if not line.when]
        self._has_begun = False

    async def next_line(self, record: Record) -> str | None:
        if self._has_begun and (again := asks_again(self._persona, self._chance)) is not None:
            return again
        self._has_begun = True
        line = self._answer(record)
        if line is None:
            return None
        mark, words = split_mark(line)
        return mark + (words if KEYS.fullmatch(words) else coloured(self._persona, words, self._chance))

    def _answer(self, record: Record) -> str | None:
        heard = next((line.text for line in reversed(record.lines) if line.role == "agent"), "")
        for place, (pattern, say) in enumerate(self._waiting):
            if pattern.search(heard) is not None:
                del self._waiting[place]
                return say
        return self._next.pop(0) if self._next else None
