"""The parts of the time from a caller's last word to the agent's first sound, which is what callers feel."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from prometheus_client import Histogram

from parley.domain.conversations.model import InputDetails
from parley.voice.turn_events import CallerTurn

BUCKETS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2, 1.6, 2.0, 3.0, 5.0, 10.0)
_seconds = Histogram(
    "parley_voice_latency_seconds",
    "Of spoken turns: endpointing, recognition (which runs meanwhile), turn (until the first words), synthesis (until "
    "the first sound), playout (until it is its turn), and total (from the caller's last word to the first sound).",
    ["part"],
    buckets=BUCKETS,
)


class TurnLatency:
    """Of one turn of a caller who spoke."""

    def __init__(self, turn: CallerTurn, now: float) -> None:
        assert turn.spoke_until is not None, "the caller spoke"
        self._spoke_until = turn.spoke_until
        self._complete_at = now
        self._worded_at: float | None = None
        self._is_over = False
        self.synthesis: float | None = None
        """Seconds from the first words of the answer to the first sound. None: there was none yet."""
        self.playout: float | None = None
        """Seconds from there until it was its turn to be played."""
        self.endpointing = now - turn.spoke_until
        """Seconds from the last word until it was known to be the last."""
        self.recognition = None if turn.transcribed_at is None else turn.transcribed_at - turn.spoke_until
        _seconds.labels("endpointing").observe(self.endpointing)
        if self.recognition is not None:
            _seconds.labels("recognition").observe(self.recognition)

    def words_came(self, now: float) -> None:
        """The agent has begun to answer."""
        if self._worded_at is None:
            self._worded_at = now
            _seconds.labels("turn").observe(now - self._complete_at)

    def sound_went(self, now: float, ahead: float = 0.0) -> None:
        """The first of it is on its way to the caller."""
        if self._worded_at is not None and not self._is_over:
            self._is_over = True
            self.synthesis, self.playout = now - self._worded_at, ahead
            _seconds.labels("synthesis").observe(self.synthesis)
            _seconds.labels("playout").observe(ahead)
            _seconds.labels("total").observe(now + ahead - self._spoke_until)


def measure_latency(turn: CallerTurn) -> TurnLatency | None:
    """From now on; None: the caller has not spoken."""
    return None if turn.spoke_until is None else TurnLatency(turn, asyncio.get_running_loop().time())


def input_details(
    turn: CallerTurn, latency: TurnLatency | None, before: TurnLatency | None = None, *, is_private: bool
) -> InputDetails:
    """`before`: of the turn before, whose sound came when it had been written."""
    details = InputDetails(turn.digits or "", turn.barge_in, is_private, turn.alternatives)
    if before is not None and before.synthesis is not None and before.playout is not None:
        details = replace(details, synthesis_before_ms=before.synthesis * 1000, playout_before_ms=before.playout * 1000)
    if latency is None:
        return details
    recognition_ms = None if latency.recognition is None else latency.recognition * 1000
    return replace(details, endpointing_ms=latency.endpointing * 1000, recognition_ms=recognition_ms)
