"""Audio that comes in chunks of any size, at any rate, made what a phone call carries."""

from __future__ import annotations

import numpy as np

from parley.providers.speech.protocol import SAMPLE_BYTES, SpeechFailed
from parley.providers.speech.resample import StreamResampler

RATES = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
LONGEST_HEADER = 4_096


class PcmStream:
    """Takes raw samples, or a WAV file, which some servers send whatever they are asked for."""

    def __init__(self, rate: int) -> None:
        self.rate = rate
        """May be changed before the first audio."""
        self._waiting = bytearray()
        """What is not known yet to be audio, or half a sample of it."""
        self._is_header_read = False
        self._resampler: StreamResampler | None = None

    def feed(self, chunk: bytes) -> bytes:
        """Raises `SpeechFailed`."""
        self._waiting += chunk
        if not self._is_header_read and not self._read_header():
            return b""
        whole = len(self._waiting) // SAMPLE_BYTES * SAMPLE_BYTES
        samples = np.frombuffer(bytes(self._waiting[:whole]), "<i2").astype(np.int16)
        del self._waiting[:whole]
        if self._resampler is None:
            if self.rate not in RATES:
                raise SpeechFailed(f"a rate of {self.rate} samples a second")
            self._resampler = StreamResampler(self.rate)
        return self._resampler.feed(samples).tobytes()

    def close(self) -> bytes:
        return self._resampler.close().tobytes() if self._resampler else b""

    def _read_header(self) -> bool:
        """True once what waits is audio."""
        if len(self._waiting) < 4:
            return False
        if not self._waiting.startswith(b"RIFF"):
            self._is_header_read = True
            return True
        data = self._find_data()
        if data is not None:
            del self._waiting[:data]
            self._is_header_read = True
        elif len(self._waiting) > LONGEST_HEADER:
            raise SpeechFailed("a WAV file without audio")
        return self._is_header_read

    def _find_data(self) -> int | None:
        """Where the audio of a WAV file begins, if that much of it has come. Streamed ones do not know their length."""
        position = 12
        while position + 8 <= len(self._waiting):
            kind = self._waiting[position : position + 4]
            size = int.from_bytes(self._waiting[position + 4 : position + 8], "little")
            if kind == b"data":
                return position + 8
            if kind == b"fmt " and position + 24 <= len(self._waiting):
                self._read_format(bytes(self._waiting[position + 8 : position + 24]))
            position += 8 + size + size % 2
        return None

    def _read_format(self, header: bytes) -> None:
        channels, bits = int.from_bytes(header[2:4], "little"), int.from_bytes(header[14:16], "little")
        if channels != 1 or bits != 16:
            raise SpeechFailed("a WAV file that is not 16 bits mono")
        self.rate = int.from_bytes(header[4:8], "little")
