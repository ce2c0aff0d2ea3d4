"""Audio in chunks of any size sounds as it would in one piece."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.speech.pcm_stream import LONGEST_HEADER, PcmStream
from parley.providers.speech.protocol import SpeechFailed
from parley.providers.speech.resample import resample

VOICE = np.rint(8_000 * np.sin(np.arange(1_000) ** 1.3 / 40)).astype(np.int16)


def read(stream: PcmStream, data: bytes, sizes: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    heard, at, turn = b"", 0, 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        heard += stream.feed(data[at : at + size])
        at, turn = at + size, turn + 1
    return np.frombuffer(heard + stream.close(), np.int16)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 24_000])
@given(sizes=st.lists(st.integers(1, 700), min_size=1, max_size=4))
def test_chunks_do_not_matter(rate: int, sizes: list[int]) -> None:
    heard = read(PcmStream(rate), VOICE.tobytes(), sizes)
    whole = resample(VOICE, rate)
    assert len(heard) == len(whole)
    assert np.abs(heard.astype(int) - whole).max() <= 1


def wav(rate: int = 16_000, channels: int = 1, bits: int = 16) -> bytes:
    form = struct.pack("<HHIIHH", 1, channels, rate, 0, 0, bits)
    return b"RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0" + form + b"LIST\x03\0\0\0abc\0data\xff\xff\xff\xff"


@pytest.mark.slow
@given(sizes=st.lists(st.integers(1, 100), min_size=1, max_size=4))
def test_a_wav_file_says_its_rate(sizes: list[int]) -> None:
    heard = read(PcmStream(24_000), wav() + VOICE[:500].tobytes(), sizes)
    assert np.abs(heard.astype(int) - resample(VOICE[:500], 16_000)).max() <= 1


@pytest.mark.parametrize(
    "data", [wav(channels=2), wav(bits=8), wav(rate=7) + bytes(10), b"RIFF" + bytes(LONGEST_HEADER)]
)
def test_what_is_no_audio_of_ours_is_a_failure(data: bytes) -> None:
    with pytest.raises(SpeechFailed):
        read(PcmStream(24_000), data, [64])


def test_nothing_is_nothing() -> None:
    stream = PcmStream(24_000)
    assert stream.feed(b"") + stream.feed(b"\1") + stream.close() == b""
