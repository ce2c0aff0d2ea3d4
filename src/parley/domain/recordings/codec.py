"""From two tracks of PCM to the bytes that are stored, and back.

Mu-law is what most trunks carry: little is lost by keeping calls in it. Deflated, silence takes next to nothing.
"""

from __future__ import annotations

import zlib
from uuid import UUID

import numpy as np
import numpy.typing as npt

from parley.domain.recordings.model import Chunk
from parley.kit.encryption import Encryptor

Samples = npt.NDArray[np.int16]
BIAS, CLIP = 132, 32_635
LEVEL = 1
"""Of zlib. Higher ones take longer and save nothing on mu-law."""


def _encoding_table() -> npt.NDArray[np.uint8]:
    """For each sample, read as an unsigned number, its mu-law byte (ITU-T G.711)."""
    samples = np.arange(1 << 16, dtype=np.uint16).view(np.int16).astype(np.int32)
    magnitude = np.minimum(np.abs(samples), CLIP) + BIAS
    exponent = np.floor(np.log2(magnitude)).astype(np.int32) - 7
    mantissa = (magnitude >> (exponent + 3)) & 0x0F
    sign = np.where(samples < 0, 0x80, 0)
    encoded: npt.NDArray[np.uint8] = (~(sign | (exponent << 4) | mantissa) & 0xFF).astype(np.uint8)
    return encoded


def _decoding_table() -> Samples:
    encoded = ~np.arange(256, dtype=np.int32) & 0xFF
    exponent, mantissa = (encoded >> 4) & 7, encoded & 0x0F
    magnitude = (((mantissa << 3) + BIAS) << exponent) - BIAS
    return np.where(encoded & 0x80, -magnitude, magnitude).astype(np.int16)


_ENCODED, _DECODED = _encoding_table(), _decoding_table()


def encode(pcm: bytes) -> bytes:
    return _ENCODED[np.frombuffer(pcm, np.uint16)].tobytes()


def decode(encoded: bytes) -> Samples:
    return _DECODED[np.frombuffer(encoded, np.uint8)]


def seal_chunk(
    encryptor: Encryptor, recording: UUID, number: int, first_sample: int, tracks: tuple[bytes, bytes], is_private: bool
) -> Chunk:
    """`tracks`: the caller's and the agent's PCM, equally long."""
    caller, agent = map(encode, tracks)
    deflated = zlib.compress(caller + agent, LEVEL)
    owner = _owner(recording, number, first_sample, len(caller), is_private)
    return Chunk(recording, number, first_sample, len(caller), is_private, encryptor.encrypt(deflated, owner))


def open_chunk(encryptor: Encryptor, chunk: Chunk) -> tuple[Samples, Samples]:
    """The caller's and the agent's track. Raises `SecretUnreadable`."""
    owner = _owner(chunk.recording_id, chunk.number, chunk.first_sample, chunk.samples, chunk.is_private)
    both = decode(zlib.decompress(encryptor.decrypt(chunk.audio, owner)))
    return both[: chunk.samples], both[chunk.samples :]


def _owner(recording: UUID, number: int, first_sample: int, samples: int, is_private: bool) -> bytes:
    """Ties the audio to its row and to its place in the call."""
    return f"recording\0{recording}\0{number}\0{first_sample}\0{samples}\0{is_private}".encode()
