"""Both sides of a call on one clock, in samples since a moment: what is not written yet. Pure.

The agent's side holds what was sent, when it was sent: what was cleared before that is not in it. Where a side brings
nothing, it is silent.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

SAMPLE_BYTES = 2
SLACK_SECONDS = 0.06
"""Audio that comes so much later than what was before it follows it without a gap: it is read in pieces, and packets do
not come like clockwork."""
EXCESS_SECONDS = 0.04
"""Audio that comes so much sooner than it should goes where it belongs: so much is left out. Where it is quiet, less
is: who waited least on the way tells what the clock of the other side says."""
QUIET = 300
"""The highest sample of what may be left out unheard."""
SETTLED_SECONDS = 1.0
"""What is older does not change any more: a leg buffers a second of what it receives."""
LONGEST_SECONDS = 8.0
"""Of one piece, when many wait."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Both sides from a sample on, as PCM of equal length."""

    first_sample: int
    is_private: bool
    caller: bytes
    agent: bytes


class _Mode(NamedTuple):
    """What holds from a sample on."""

    since: int
    is_paused: bool
    is_private: bool


class _Track:
    def __init__(self) -> None:
        self.begin = 0
        """The first sample that was not taken yet."""
        self._audio = bytearray()

    @property
    def end(self) -> int:
        return self.begin + len(self._audio) // SAMPLE_BYTES

    def put(self, at: int, pcm: bytes) -> None:
        """At the end or after it, with silence in between."""
        self._audio += bytes(max(at - self.end, 0) * SAMPLE_BYTES)
        self._audio += pcm

    def cut(self, at: int) -> None:
        del self._audio[max(at - self.begin, 0) * SAMPLE_BYTES :]

    def take(self, until: int) -> bytes:
        """Up to a sample; what is not there is silence."""
        size = (until - self.begin) * SAMPLE_BYTES
        taken = bytes(self._audio[:size])
        del self._audio[:size]
        self.begin = until
        return taken.ljust(size, b"\0")


class RecordingTracks:
    """Times are those of one monotonic clock, in seconds."""

    def __init__(self, rate: int, now: float) -> None:
        self._rate = rate
        self._origin = now
        self._slack = round(SLACK_SECONDS * rate)
        self._most_excess = round(EXCESS_SECONDS * rate)
        self._caller = _Track()
        self._agent = _Track()
        self._modes = deque([_Mode(0, False, False)])
        """That of the first sample that was not taken, and those after it."""

    def heard(self, pcm: bytes, now: float) -> None:
        """Audio of the caller's that has come up to now."""
        track, at = self._caller, self._sample(now) - len(pcm) // SAMPLE_BYTES
        excess = max(track.end - at, 0)
        if excess > self._most_excess or _is_quiet(pcm[: excess * SAMPLE_BYTES]):
            pcm = pcm[excess * SAMPLE_BYTES :]
        if pcm:
            track.put(at if at - track.end > self._slack else track.end, pcm)

    def sent(self, pcm: bytes, queued: float, now: float) -> None:
        """Audio of the agent's that will be sent once what is queued was."""
        track, at = self._agent, self._sample(now + queued)
        track.put(at if at - track.end > self._slack else track.end, pcm)

    def cleared(self, queued: float, now: float) -> None:
        """So much of it will not be sent after all."""
        self._agent.cut(min(self._agent.end - round(queued * self._rate), self._sample(now) + self._slack))

    def set_paused(self, is_paused: bool, now: float) -> None:
        """Nothing of it is taken until it goes on."""
        self._change(self._modes[-1]._replace(since=self._sample(now), is_paused=is_paused))

    def set_private(self, is_private: bool, now: float) -> None:
        self._change(self._modes[-1]._replace(since=self._sample(now), is_private=is_private))

    def end(self, now: float) -> None:
        """What would be sent later is not."""
        self._agent.cut(self._sample(now))
        self._caller.cut(self._sample(now))

    def take(self, now: float, least: float, *, is_last: bool = False) -> list[Piece]:
        """What does not change any more, once there is so much of it; or all."""
        until = self._sample(now if is_last else now - SETTLED_SECONDS)
        pieces = []
        while (begin := self._caller.begin) < until:
            change = self._modes[1].since if len(self._modes) > 1 else None
            end = min(until, begin + round(LONGEST_SECONDS * self._rate))
            end = end if change is None else min(end, change)
            if not is_last and end != change and end - begin < round(least * self._rate):
                break
            mode, caller, agent = self._modes[0], self._caller.take(end), self._agent.take(end)
            if end > begin and not mode.is_paused:
                pieces.append(Piece(begin, mode.is_private, caller, agent))
            if end == change:
                self._modes.popleft()
        return pieces

    def _change(self, mode: _Mode) -> None:
        last = self._modes[-1]
        if mode[1:] == last[1:]:
            return
        # What was taken stays as it is, and of two changes at once the later counts.
        since = max(mode.since, last.since, self._caller.begin)
        if since == last.since:
            self._modes.pop()
        self._modes.append(mode._replace(since=since))

    def _sample(self, at: float) -> int:
        return max(round((at - self._origin) * self._rate), 0)


def _is_quiet(pcm: bytes) -> bool:
    samples = np.frombuffer(pcm, np.int16)
    return not len(samples) or max(int(samples.max()), -int(samples.min())) <= QUIET
