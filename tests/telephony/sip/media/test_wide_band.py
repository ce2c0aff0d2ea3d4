"""What a wide codec brings, at both rates: the same moments, and the higher half of the band in one of them alone."""

from __future__ import annotations

import numpy as np
import pytest

from parley.telephony.sip.media.wide_band import WideBand
from parley.voice.media_leg import RATE, WIDE_RATE
from tests.telephony.peers.sound import loudness, tone


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "channels"), [(16_000, 1), (48_000, 1), (48_000, 2)])
@pytest.mark.parametrize(("hertz", "is_in_both"), [(1_000, True), (3_000, True), (5_500, False), (6_500, False)])
def test_both_rates(rate: int, channels: int, hertz: float, is_in_both: bool) -> None:
    one = np.frombuffer(tone(1.0, hertz, rate=rate), np.int16)
    pcm = np.repeat(one, channels).tobytes()
    band, narrow, wide = WideBand(rate, channels), b"", b""
    size = rate * channels * 2 // 50
    for at in range(0, len(pcm), size):
        parts = band.feed(pcm[at : at + size])
        assert len(parts[1]) == 2 * len(parts[0])
        narrow, wide = narrow + parts[0], wide + parts[1]
    assert len(narrow) / 2 / RATE == pytest.approx(1.0, abs=0.02)
    inside = slice(RATE // 5, -RATE // 5)
    assert loudness(wide[inside]) == pytest.approx(loudness(tone(1.0, hertz)), rel=0.05)
    assert (loudness(narrow[inside]) > 0.1) is is_in_both
    if is_in_both:
        one, other = (np.frombuffer(each, np.int16).astype(float) for each in (wide, narrow))
        assert np.corrcoef(one[::2][800:-800], other[800:-800])[0, 1] > 0.99, "the same moments"


def test_of_a_wide_band_the_wide_side_is_as_it_came() -> None:
    pcm = tone(0.5, 5_000, rate=WIDE_RATE)
    assert pcm.startswith(WideBand(WIDE_RATE, 1).feed(pcm)[1])
