"""Audio as Whisper sees it: the logarithm of its power in 80 bands of the mel scale, a hundred times a second."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from parley.providers.recognition.audio import MODEL_RATE, Samples

BANDS = 80
HOP = MODEL_RATE // 100
WINDOW = 2 * MODEL_RATE // 80
"""25 ms."""
FLOOR = 1e-10
RANGE = 8.0
"""Powers of ten below the loudest band: what is quieter counts as that."""
KNEE_HERTZ, KNEE_MEL, MEL_PER_HERTZ = 1_000.0, 15.0, 3 / 200
STEP = np.log(6.4) / 27
"""The scale is linear up to the knee, and logarithmic above: 27 steps for a factor of 6.4."""


def log_mel(samples: Samples, frames: int) -> NDArray[np.float32]:
    """Bands by frames. What is missing at the end is silence, what is too much is left out."""
    wanted = frames * HOP
    padded = np.pad(samples[:wanted], (0, max(0, wanted - len(samples))))
    padded = np.pad(padded, WINDOW // 2, mode="reflect")
    windows = sliding_window_view(padded, WINDOW)[::HOP][:frames]
    power = np.abs(np.fft.rfft(windows * _HANN, axis=1)).astype(np.float32) ** 2
    levels = np.log10(np.maximum(power @ _FILTERS, FLOOR))
    levels = np.maximum(levels, levels.max() - RANGE)
    return np.ascontiguousarray((levels.T + 4) / 4, np.float32)


def _to_mel(hertz: float) -> float:
    if hertz < KNEE_HERTZ:
        return hertz * MEL_PER_HERTZ
    return KNEE_MEL + float(np.log(hertz / KNEE_HERTZ) / STEP)


def _to_hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mels < KNEE_MEL, mels / MEL_PER_HERTZ, KNEE_HERTZ * np.exp((mels - KNEE_MEL) * STEP))


def _make_filters() -> NDArray[np.float32]:
    """Triangles, each from the middle of the one before to the middle of the next, all of the same area."""
    frequencies = np.linspace(0, MODEL_RATE / 2, WINDOW // 2 + 1)
    edges = _to_hertz(np.linspace(0, _to_mel(MODEL_RATE / 2), BANDS + 2))
    rising = (frequencies[:, None] - edges[:-2]) / np.diff(edges)[:-1]
    falling = (edges[2:] - frequencies[:, None]) / np.diff(edges)[1:]
    triangles = np.maximum(0, np.minimum(rising, falling))
    return np.asarray(triangles * 2 / (edges[2:] - edges[:-2]), np.float32)


_FILTERS = _make_filters()
_HANN = np.asarray(np.hanning(WINDOW + 1)[:-1], np.float32)
