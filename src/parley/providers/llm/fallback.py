"""A chain of models: when one fails before its first piece, the next one is asked."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum

from parley.providers.llm.protocol import Model, ModelError, Piece, Request


@dataclass(frozen=True, slots=True)
class Candidate:
    name: str
    model: Model
    takes_model_names: bool = True
    """False: a request's model name means nothing here, the candidate's own default is used."""


class Outcome(StrEnum):
    ANSWERED = "answered"
    FAILED = "failed"
    ABANDONED = "abandoned"
    """Nobody waited for its first piece."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What happened to one request at one candidate, for metrics."""

    candidate: str
    outcome: Outcome
    seconds: float
    seconds_to_first_piece: float | None


@dataclass(frozen=True, slots=True)
class CircuitPolicy:
    failures: int = 3
    """This many in a row open the circuit."""
    rest: float = 30.0
    """Seconds that an open circuit is passed over; then one request at a time tries it."""


class Circuit:
    """Remembers whether a candidate is worth asking."""

    def __init__(self, policy: CircuitPolicy, clock: Callable[[], float]) -> None:
        self._policy = policy
        self._clock = clock
        self._failures = 0
        self._open_until: float | None = None

    def allows(self) -> bool:
        return self._open_until is None or self._clock() >= self._open_until

    def begin(self) -> None:
        """A trial of an open circuit keeps the others away until it is known how it went."""
        if self._open_until is not None:
            self._open_until = self._clock() + self._policy.rest

    def learn(self, outcome: Outcome) -> None:
        if outcome is Outcome.ANSWERED:
            self._failures = 0
            self._open_until = None
        elif outcome is Outcome.FAILED:
            self._failures += 1
            if self._failures >= self._policy.failures:
                self._open_until = self._clock() + self._policy.rest


class FallbackModel:
    def __init__(
        self,
        candidates: Sequence[Candidate],
        *,
        policy: CircuitPolicy = CircuitPolicy(),
        clock: Callable[[], float] = time.monotonic,
        on_attempt: Callable[[Attempt], None] = lambda _: None,
    ) -> None:
        if not candidates:
            raise ValueError("a chain of models needs at least one")
        self.name = " → ".join(candidate.name for candidate in candidates)
        self._chain = [(candidate, Circuit(policy, clock)) for candidate in candidates]
        self._clock = clock
        self._on_attempt = on_attempt

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        """Raises the last candidate's ModelError when none answers. With every circuit open, all are tried."""
        worth_asking = [link for link in self._chain if link[1].allows()] or self._chain
        for position, (candidate, circuit) in enumerate(worth_asking, start=1):
            started = False
            try:
                async with aclosing(self._attempt(candidate, circuit, request)) as pieces:
                    async for piece in pieces:
                        started = True
                        yield piece
                return
            except ModelError:
                # What was said cannot be taken back: another model would begin the reply anew.
                if started or position == len(worth_asking):
                    raise

    async def _attempt(self, candidate: Candidate, circuit: Circuit, request: Request) -> AsyncGenerator[Piece, None]:
        asked_at = self._clock()
        first: float | None = None
        outcome = Outcome.ABANDONED
        circuit.begin()
        pieces = candidate.model.stream(request if candidate.takes_model_names else replace(request, model=None))
        try:
            async for piece in pieces:
                first = self._clock() - asked_at if first is None else first
                outcome = Outcome.ANSWERED
                yield piece
            outcome = Outcome.ANSWERED
        except ModelError:
            outcome = Outcome.FAILED
            raise
        finally:
            # At once and not when it is collected: until then the connection to the model stays open.
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
            circuit.learn(outcome)
            self._on_attempt(Attempt(candidate.name, outcome, self._clock() - asked_at, first))
