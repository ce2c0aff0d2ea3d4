"""The audio of several calls, read and judged together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parley.providers.voice_activity.protocol import WINDOW_BYTES
from parley.voice.audio_ticker import MOST_WINDOWS, AudioTicker
from parley.voice.media_leg import CallEnded
from tests.voice.fake_leg import FakeLeg
from tests.waiting import until

pytestmark = pytest.mark.io  # a thread of its own


class Leg(FakeLeg):
    """Gives the audio that the test has put there."""

    def __init__(self) -> None:
        super().__init__()
        self.audio = b""
        self.is_over = False

    def read_audio(self) -> bytes:
        if self.is_over:
            raise CallEnded
        audio, self.audio = self.audio, b""
        return audio


class Detector:
    """Says how the windows came: each state counts its own, and the value of its first byte is the probability."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def new_state(self) -> list[bytes]:
        return []

    def detect(self, states: Sequence[list[bytes]], windows: Sequence[bytes]) -> list[float]:
        self.batches.append(len(windows))
        for state, window in zip(states, windows, strict=True):
            state.append(window)
        return [window[0] / 255 for window in windows]


def window(level: int) -> bytes:
    return bytes([level]) * WINDOW_BYTES


async def test_windows_of_all_calls_are_judged_together_and_in_order() -> None:
    detector = Detector()
    ticker, legs = AudioTicker(detector), [Leg(), Leg()]
    heard: list[list[tuple[int, float]]] = [[], []]
    for leg, found in zip(legs, heard, strict=True):
        ticker.attach(leg, lambda audio, probability, found=found: found.append((audio[0], probability)))  # type: ignore[misc]
    for level in (0, 51, 255):
        for leg in legs:
            leg.audio += window(level)

    async def came() -> bool:
        return all(len(found) == 3 for found in heard)

    await until(came)
    assert heard[0] == heard[1] == [(0, 0.0), (51, pytest.approx(0.2)), (255, 1.0)]
    assert set(detector.batches) <= {1, 2}
    await ticker.aclose()


async def test_what_is_less_than_a_window_waits_for_the_rest() -> None:
    ticker, leg = AudioTicker(Detector()), Leg()
    heard: list[bytes] = []
    ticker.attach(leg, lambda audio, _probability: heard.append(audio))
    leg.audio = window(7)[:100]

    async def is_read() -> bool:
        return not leg.audio

    await until(is_read)
    leg.audio = window(7)[100:] + window(9)[:5]

    async def came() -> bool:
        return bool(heard)

    await until(came)
    assert heard == [window(7)]
    await ticker.aclose()


async def test_of_what_was_held_up_for_too_long_the_newest_is_heard() -> None:
    ticker, leg = AudioTicker(Detector()), Leg()
    heard: list[int] = []
    leg.audio = b"".join(window(level) for level in range(60))
    ticker.attach(leg, lambda audio, _probability: heard.append(audio[0]))

    async def came() -> bool:
        return len(heard) == MOST_WINDOWS

    await until(came)
    assert heard == list(range(60 - MOST_WINDOWS, 60))
    await ticker.aclose()


async def test_a_call_that_is_over_or_detached_is_not_read_any_more_and_others_are() -> None:
    ticker, legs = AudioTicker(Detector()), [Leg(), Leg(), Leg()]
    heard: list[int] = []
    detach = [ticker.attach(leg, lambda audio, _probability: heard.append(audio[0])) for leg in legs]
    legs[0].is_over = True
    detach[1]()
    detach[1]()
    legs[1].audio, legs[2].audio = window(1), window(2)

    async def came() -> bool:
        return bool(heard)

    await until(came)
    assert heard == [2]
    detach[2]()
    legs[2].audio = window(3)

    async def is_idle() -> bool:
        return ticker._ticking is None

    await until(is_idle)
    assert heard == [2]
    again = Leg()
    again.audio = window(4)
    ticker.attach(again, lambda audio, _probability: heard.append(audio[0]))

    async def came_again() -> bool:
        return heard == [2, 4]

    await until(came_again)
    await ticker.aclose()


class Wide(Leg):
    """Reads twice as much of every sample where the line is a wide one."""

    def __init__(self) -> None:
        super().__init__()
        self.is_wide = True
        self._last = b""

    def read_audio(self) -> bytes:
        audio = super().read_audio()
        self._last = 2 * audio if self.is_wide else b""
        return audio

    def wide_audio(self) -> bytes:
        return self._last


async def test_a_window_of_a_wide_line_comes_at_both_rates_and_a_line_may_change() -> None:
    ticker, leg = AudioTicker(Detector()), Wide()
    heard: list[int] = []
    wide: list[tuple[int, int]] = []
    ticker.attach(
        leg,
        lambda audio, _probability: heard.append(audio[0]),
        lambda audio: wide.append((len(heard), len(audio))),
    )
    for number, (is_wide, part) in enumerate([(True, 500), (True, 12), (False, 400), (True, 112), (True, 512)]):
        leg.is_wide, leg.audio = is_wide, window(number)[:part]

        async def is_read() -> bool:
            return not leg.audio

        await until(is_read)

    async def came() -> bool:
        return len(heard) == 3

    await until(came)
    assert wide == [(0, 2 * WINDOW_BYTES), (1, 2 * WINDOW_BYTES), (2, 2 * WINDOW_BYTES)]
    await ticker.aclose()
