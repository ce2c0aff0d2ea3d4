"""The answer that is begun while the caller may still go on."""

from __future__ import annotations

from collections.abc import Callable

from parley.runtime.session.pending_turns import ForeseenTurn, PendingTurn
from parley.voice.turn_events import TurnForeseen


class ForeseenAnswer:
    """Of one call: at most one at a time."""

    def __init__(self, begin: Callable[[TurnForeseen], ForeseenTurn]) -> None:
        self._begin = begin
        self._turn: ForeseenTurn | None = None

    def begin(self, turn: TurnForeseen) -> None:
        self.forget()
        self._turn = self._begin(turn)

    def forget(self) -> None:
        """The caller goes on."""
        if self._turn is not None:
            self._turn.withdraw()
            self._turn = None

    def take(self) -> PendingTurn:
        """The caller's turn is complete: it decides whether it is the one that was foreseen."""
        turn, self._turn = self._turn, None
        return PendingTurn(turn)
