"""What a codec of a wider band brings: once as all the rest of Parley has audio, once with the higher half of its band,
for recognition."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parley.providers.speech.resample import StreamResampler
from parley.voice.media_leg import RATE, WIDE_RATE

OCTAVE = WIDE_RATE // RATE


class WideBand:
    """One stream of a rate and a number of channels, which is at least `WIDE_RATE`."""

    def __init__(self, rate: int, channels: int) -> None:
        self._channels = channels
        # A resampler knows ratios alone: one to `RATE` makes `WIDE_RATE` of what has so much more samples.
        self._to_wide = StreamResampler(rate // OCTAVE)
        self._to_narrow = StreamResampler(WIDE_RATE)
        self._wide = np.empty(0, np.int16)

    def feed(self, pcm: bytes) -> tuple[bytes, bytes]:
        """The same sound at `RATE` and at `WIDE_RATE`."""
        samples = np.frombuffer(pcm, np.int16)
        mono = samples if self._channels == 1 else _mix(samples, self._channels)
        wide = self._to_wide.feed(mono)
        narrow = self._to_narrow.feed(wide)
        # What is narrow already lags behind by half a filter.
        waiting = np.concatenate([self._wide, wide])
        whole = OCTAVE * len(narrow)
        self._wide = waiting[whole:]
        return narrow.tobytes(), waiting[:whole].tobytes()


def _mix(samples: NDArray[np.int16], channels: int) -> NDArray[np.int16]:
    return np.asarray(samples.reshape(-1, channels).mean(axis=1).astype(np.int16))
