"""What simulated users of an evaluation want and how they talk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parley.domain.projects.model import TestCase

FOLDER = "evaluation"


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


@dataclass(frozen=True, slots=True)
class Line:
    """What a scripted user says."""

    say: str
    when: str = ""
    """A pattern: only in answer to words of the agent that it is found in. Empty: in order."""


NOISES = ("white", "street", "babble")


@dataclass(frozen=True, slots=True)
class CallConditions:
    """What a call is like that a goal is tried in."""

    noise: str = ""
    """One of `NOISES`; empty: none."""
    snr: float = 15.0
    """Decibels by which the caller is louder."""
    loss: float = 0.0
    """Percent of the caller's packets."""
    jitter: float = 0.0
    """Milliseconds that they are late at most."""
    interrupts_after: float | None = None
    """Seconds of the agent's answer after which every line but the first is spoken over it."""


@dataclass(frozen=True, slots=True)
class Goal:
    case: TestCase
    """Its scene, its wish as the scenario, calls as assertions, the rubric as statements for the judge."""
    lines: Sequence[Line]
    """For a user without a model."""
    reached: Mapping[str, Any]
    """As `expect` of a script, of the conversation as a whole."""
    personas: Sequence[str] | None
    """None: all."""
    max_turns: int
    call: CallConditions | None = None
    """None: as the command says."""

    @property
    def name(self) -> str:
        return self.case.name

    @property
    def has_checks(self) -> bool:
        """Whether it can be seen without a judge that it was reached."""
        return bool(self.reached or self.case.function_call_assertions)


@dataclass(frozen=True, slots=True)
class Evaluation:
    goals: Sequence[Goal]
    personas: Mapping[str, Persona]
    """The built-in ones and the project's."""
