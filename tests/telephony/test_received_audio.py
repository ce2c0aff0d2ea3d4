from __future__ import annotations

from parley.telephony.received_audio import ReceivedAudio


def test_audio_is_read_once_and_the_oldest_is_dropped() -> None:
    received = ReceivedAudio(0.0)
    received.add(b"\1" * 10, 0.1)
    received.add(b"\2" * 32_000, 0.2)
    assert received.read(0.2) == b"\2" * 32_000
    assert received.read(0.2) == b""


def test_silence_that_nobody_sends_is_silence() -> None:
    received = ReceivedAudio(0.0)
    assert received.read(0.9) == b""
    assert received.read(1.5) == bytes(24_000)
    assert received.read(1.6) == b""
