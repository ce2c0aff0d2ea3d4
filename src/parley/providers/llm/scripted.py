"""A model that plays a script, for tests and for test suites that run without any model.

A script is a list of answers; each request takes one. As plain mappings (the `script:` of a test suite):

    - say: "For how many people?"                       # words
    - call: book_table                                  # a tool call; `arguments` may be left out
      arguments: {people: 4}
    - say: "One moment."                                # words first, then the call
      call: look_up
    - error: "the model is down"                        # raises ModelError
    - delay: 2.5                                        # waits, then the rest of the same answer
      say: "Sorry for the wait."
    - when: "opening|hours"                             # only for a user text that matches; tried before the others
      say: "We open at nine."
      repeat: true                                      # may be used again
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from parley.kit.patterns.errors import PatternRefused
from parley.kit.patterns.pattern import compile_pattern
from parley.providers.llm.protocol import ModelError, Piece, Request, Text, ToolCall

KEYS = frozenset({"say", "call", "arguments", "error", "delay", "when", "repeat"})


class ScriptError(ModelError):
    """The script and the conversation do not fit together."""


@dataclass(frozen=True, slots=True)
class Say:
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    tool: str
    arguments: Mapping[str, Any] | str = ""
    """A string is passed on as it is, to play a model that writes malformed JSON."""


@dataclass(frozen=True, slots=True)
class Fail:
    message: str = "the script says so"


@dataclass(frozen=True, slots=True)
class Delay:
    seconds: float


Move = Say | Call | Fail | Delay


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything the model does for one request."""

    moves: tuple[Move, ...]
    when: str | None = None
    """A regular expression searched in the newest user text, without regard to case."""
    repeat: bool = False


def answer_from(mapping: Mapping[str, Any]) -> Answer:
    """Raises ValueError that says what is wrong with the mapping."""
    unknown = sorted(set(mapping) - KEYS)
    if unknown:
        raise ValueError(f"a scripted answer does not know {', '.join(unknown)}; it knows {', '.join(sorted(KEYS))}")
    moves: list[Move] = []
    if "delay" in mapping:
        moves.append(Delay(float(mapping["delay"])))
    if "say" in mapping:
        moves.append(Say(str(mapping["say"])))
    if "call" in mapping:
        moves.append(Call(str(mapping["call"]), mapping.get("arguments") or {}))
    elif "arguments" in mapping:
        raise ValueError("a scripted answer has arguments but no call")
    if "error" in mapping:
        moves.append(Fail(str(mapping["error"])))
    if not moves:
        raise ValueError("a scripted answer needs one of say, call, error or delay")
    when = mapping.get("when")
    return Answer(tuple(moves), None if when is None else str(when), bool(mapping.get("repeat", False)))


class ScriptedModel:
    name = "scripted"

    def __init__(
        self,
        answers: Iterable[Answer | Move],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._answers = [answer if isinstance(answer, Answer) else Answer((answer,)) for answer in answers]
        self._length = len(self._answers)
        self._sleep = sleep
        self._calls = 0
        self.requests: list[Request] = []
        """Every request so far, for tests to look at."""

    @classmethod
    def from_mappings(
        cls,
        script: Iterable[Mapping[str, Any]],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> ScriptedModel:
        return cls([answer_from(mapping) for mapping in script], sleep=sleep)

    @property
    def unplayed(self) -> tuple[Answer, ...]:
        """Answers nobody asked for yet; repeatable ones do not count."""
        return tuple(answer for answer in self._answers if not answer.repeat)

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        self.requests.append(request)
        for move in self._next(request).moves:
            match move:
                case Say(text):
                    for piece in in_pieces(text):
                        yield Text(piece)
                case Call(tool, arguments):
                    self._calls += 1
                    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
                    yield ToolCall(f"scripted_{self._calls}", tool, text or "{}")
                case Delay(seconds):
                    await self._sleep(seconds)
                case Fail(message):
                    raise ModelError(message)

    def _next(self, request: Request) -> Answer:
        said = _newest_user_text(request)
        for position, answer in enumerate(self._answers):
            if answer.when is not None and _matches(answer.when, said):
                return answer if answer.repeat else self._answers.pop(position)
        for position, answer in enumerate(self._answers):
            if answer.when is None:
                return answer if answer.repeat else self._answers.pop(position)
        waiting = [answer.when for answer in self._answers]
        raise ScriptError(
            f"the script has no answer for request {len(self.requests)}: {self._length} were written"
            + (f", those left wait for {', '.join(map(repr, waiting))}" if waiting else ", all are used up")
        )


def _matches(pattern: str, said: str) -> bool:
    try:
        return compile_pattern(pattern, ignore_case=True).search(said) is not None
    except PatternRefused as refusal:
        raise ScriptError(f"'when: {pattern}' cannot be used: {refusal}") from None


def in_pieces(text: str) -> list[str]:
    """Words with the space that follows them; joined again they are the text."""
    return re.findall(r"\s*\S+\s*", text) or ([text] if text else [])


def _newest_user_text(request: Request) -> str:
    if request.situation is not None:
        return request.situation.user_text
    return next((message.content for message in reversed(request.messages) if message.role == "user"), "")
