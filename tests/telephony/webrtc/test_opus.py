from __future__ import annotations

import numpy as np

from parley.telephony.webrtc.opus import SETTLED_FRAMES, SILENT_FRAME, OpusDecoder, OpusEncoder
from parley.voice.media_leg import FRAME_BYTES, RATE, WIDE_RATE


def tone(frequency: float, frames: int) -> bytes:
    moments = np.arange(frames * FRAME_BYTES // 2) / RATE
    return (np.sin(2 * np.pi * frequency * moments) * 8_000).astype(np.int16).tobytes()


def loudest(pcm: bytes) -> float:
    samples = np.frombuffer(pcm, np.int16).astype(float)
    return float(np.abs(np.fft.rfft(samples)).argmax() * WIDE_RATE / len(samples))


def through(pcm: bytes) -> bytes:
    encoder, decoder = OpusEncoder(), OpusDecoder()
    frames = [pcm[at : at + FRAME_BYTES] for at in range(0, len(pcm), FRAME_BYTES)]
    return b"".join(decoder.decode(encoder.encode(frame)) for frame in frames)


def test_a_tone_is_the_same_on_the_other_side() -> None:
    heard = through(tone(440, 50))
    assert abs(len(heard) / 2 / WIDE_RATE - 1.0) < 0.05
    assert abs(loudest(heard[WIDE_RATE // 4 * 2 :]) - 440) < 5
    assert 6_000 < np.abs(np.frombuffer(heard, np.int16)).max() < 12_000


def test_silence_that_lasts_costs_nothing_and_ends_with_the_next_word() -> None:
    encoder, decoder = OpusEncoder(), OpusDecoder()
    silence = [encoder.encode(SILENT_FRAME) for _ in range(SETTLED_FRAMES + 5)]
    assert len(set(silence[SETTLED_FRAMES:])) == 1
    words = b"".join(decoder.decode(encoder.encode(tone(440, 1))) for _ in range(10))
    assert np.abs(np.frombuffer(words, np.int16)).max() > 6_000


def test_what_is_no_opus_is_nothing() -> None:
    decoder = OpusDecoder()
    assert decoder.decode(b"\xff" * 40) == b""
    assert decoder.decode(OpusEncoder().encode(tone(440, 1)))
