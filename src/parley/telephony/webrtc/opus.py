"""Opus to and from the audio of calls. Opus counts 48,000 samples a second, whatever it carries."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from av import AudioFrame, AudioResampler, CodecContext, Packet
from av.audio.codeccontext import AudioCodecContext
from av.audio.format import AudioFormat
from av.audio.layout import AudioLayout
from av.error import FFmpegError

from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.voice.media_leg import FRAME_BYTES, RATE, WIDE_RATE

CLOCK_RATE = 48_000
FRAME_TICKS = CLOCK_RATE // 50
BITS_PER_SECOND = 24_000
COMPLEXITY = "5"
"""Half the work of the most there is; at this bit rate nobody hears it."""
SETTLED_FRAMES = 10
"""Of silence, after which the encoder says the same of each further one."""
SILENT_FRAME = bytes(FRAME_BYTES)


class OpusDecoder:
    def __init__(self) -> None:
        self._codec = _codec("r")
        self._codec.sample_rate = CLOCK_RATE  # what it decodes to, whatever it is asked for
        self._resampler = AudioResampler(format="s16", layout="mono", rate=WIDE_RATE)

    def decode(self, payload: bytes) -> bytes:
        """PCM at `WIDE_RATE`; none for what is no Opus."""
        try:
            frames = self._codec.decode(Packet(payload))
            resampled = [small for frame in frames for small in self._resampler.resample(frame)]
        except FFmpegError:
            return b""
        return b"".join(bytes(frame.planes[0])[: frame.samples * SAMPLE_BYTES] for frame in resampled)


class OpusEncoder:
    def __init__(self) -> None:
        self._codec = _codec("w")
        self._codec.sample_rate = RATE
        self._codec.bit_rate = BITS_PER_SECOND
        self._codec.time_base = Fraction(1, RATE)
        self._codec.options = {"application": "voip", "compression_level": COMPLEXITY}
        self._samples = 0
        self._silent_frames = 0
        self._silence = b""

    def encode(self, pcm: bytes) -> bytes:
        """One packet for one frame of a fiftieth of a second."""
        self._silent_frames = self._silent_frames + 1 if pcm == SILENT_FRAME else 0
        if self._silent_frames > SETTLED_FRAMES and self._silence:
            return self._silence
        frame = AudioFrame(format="s16", layout="mono", samples=FRAME_BYTES // SAMPLE_BYTES)
        frame.planes[0].update(pcm)
        frame.sample_rate, frame.pts, frame.time_base = RATE, self._samples, Fraction(1, RATE)
        self._samples += frame.samples
        packet = b"".join(bytes(each) for each in self._codec.encode(frame))
        if self._silent_frames:
            self._silence = packet
        return packet


def _codec(mode: Literal["r", "w"]) -> AudioCodecContext:
    codec = CodecContext.create("libopus", mode)
    codec.format, codec.layout = AudioFormat("s16"), AudioLayout("mono")
    return codec
