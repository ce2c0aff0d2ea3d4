"""Turns that can still be thrown away: those that were foreseen, and those that the user goes on with.

A turn that was foreseen works on a copy of the dialog state, without the lease. It counts if it is asked for with the
same words, and the conversation is as it was when it began. Nothing of one that is thrown away is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from prometheus_client import Counter

from parley.domain.conversations.model import InputDetails, LiveState
from parley.kit.tasks import Tasks
from parley.runtime.turn.commitment import Commitment
from parley.runtime.turn.output import Event, Listener, TurnResult

_foreseen = Counter("parley_foreseen_turns", "Turns that were begun early: kept or thrown away.", ["result"])

Work = Callable[[Commitment], Coroutine[Any, Any, TurnResult]]


class TurnWithdrawn(Exception):
    """The user goes on with the turn: nothing of it has happened."""


class Attempt:
    """One run of a turn."""

    def __init__(self, commitment: Commitment) -> None:
        self.commitment = commitment
        self.task: asyncio.Task[Any] | None = None

    def withdraw(self) -> bool:
        """False: something of it has happened."""
        if not self.commitment.withdraw():
            return False
        if self.task is not None:
            self.task.cancel()
        return True

    async def result(self) -> TurnResult:
        """Raises `TurnWithdrawn`."""
        assert self.task is not None, "it was started"
        try:
            found = await self.task
        except asyncio.CancelledError:
            if not self.commitment.is_withdrawn:
                self.task.cancel()
                raise
            raise TurnWithdrawn from None
        # It may have been withdrawn in the very moment when it was done.
        if self.commitment.is_withdrawn:
            raise TurnWithdrawn
        assert isinstance(found, TurnResult), "a turn ends with a result"
        self.commitment.is_final = True  # it is about to be written
        return found


class ForeseenTurn(Attempt):
    """Begun before it is known that the user has said all. Its words are kept until it counts."""

    def __init__(self, text: str, alternatives: Sequence[str]) -> None:
        super().__init__(Commitment(is_foreseen=True))
        self.text = text
        self.details = InputDetails(alternatives=tuple(alternatives))
        self.live: LiveState | None = None
        """The state that it began with, once that is known."""
        self._events: list[Event] = []
        self._listener: Listener | None = None
        self._is_adopted = False

    def fits(self, text: str | None, alternatives: Sequence[str], live: LiveState) -> bool:
        """Whether it is the turn that is asked for now."""
        is_same = (self.text, self.details.alternatives) == (text, tuple(alternatives))
        return is_same and self.live == live and not self._has_failed and not self.commitment.is_withdrawn

    async def adopt(self, listener: Listener | None, at: float) -> TurnResult:
        """It counts: the listener hears what there is at once, and the rest as it comes."""
        self._is_adopted = True
        _foreseen.labels("kept").inc()
        self.commitment.commit(at)
        while self._events:
            event = self._events.pop(0)
            if listener is not None:
                await listener(event)
        self._listener = listener
        return await self.result()

    def withdraw(self) -> bool:
        was_withdrawn = self.commitment.is_withdrawn
        if not super().withdraw():
            return False
        if not self._is_adopted and not was_withdrawn:
            _foreseen.labels("thrown_away").inc()
        return True

    async def hear(self, event: Event) -> None:
        """Its listener."""
        if self._listener is None:
            self._events.append(event)
        else:
            await self._listener(event)

    @property
    def _has_failed(self) -> bool:
        task = self.task
        return task is None or (task.done() and (task.cancelled() or task.exception() is not None))


class PendingTurn:
    """A turn that was asked for, until it is final: whoever asked may withdraw it."""

    def __init__(self, foreseen: ForeseenTurn | None = None) -> None:
        self.foreseen = foreseen
        self._tasks = Tasks()
        self._attempt: Attempt | None = None
        self.is_withdrawn = False

    def withdraw(self) -> bool:
        """False: something of it has happened."""
        if self._attempt is not None and not self._attempt.withdraw():
            return False
        if self._attempt is None and self.foreseen is not None:
            self.foreseen.withdraw()
        self.is_withdrawn = True
        return True

    def forget_foreseen(self) -> None:
        """It will not be needed."""
        if self.foreseen is not None:
            self.foreseen.withdraw()

    async def run(self, work: Work) -> TurnResult:
        """Raises `TurnWithdrawn`."""
        self.forget_foreseen()
        attempt = Attempt(Commitment())
        self._begin(attempt)
        attempt.task = self._tasks.start(work(attempt.commitment), "turn")
        return await attempt.result()

    async def adopt(self, foreseen: ForeseenTurn, listener: Listener | None, at: float) -> TurnResult:
        """Raises `TurnWithdrawn`."""
        self._begin(foreseen)
        return await foreseen.adopt(listener, at)

    def _begin(self, attempt: Attempt) -> None:
        if self.is_withdrawn:
            raise TurnWithdrawn
        self._attempt = attempt
