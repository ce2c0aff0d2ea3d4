from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import numpy as np
import pytest

from parley.domain.recordings.codec import decode, encode, open_chunk, seal_chunk
from parley.kit.encryption import Encryptor, SecretUnreadable

ENCRYPTOR, OTHER = Encryptor(b"k" * 32), Encryptor(b"o" * 32)
ALL = np.arange(-32768, 32768, dtype=np.int32).astype(np.int16)
ID = UUID(int=7)


def test_mu_law_is_that_of_the_standard() -> None:
    """Points of ITU-T G.711, table 2a: the ends of segments, and silence."""
    levels = np.array([0, 4, -4, 30, -30, 1000, -1000, 32635, -32635, 32767, -32768], np.int16)
    assert list(encode(levels.tobytes())) == [255, 254, 126, 251, 123, 206, 78, 128, 0, 128, 0]


def test_what_is_encoded_is_heard_again_within_a_step() -> None:
    heard = decode(encode(ALL.tobytes())).astype(np.int32)
    allowed = np.maximum(np.abs(ALL.astype(np.int32)) / 16, 8)
    inside = np.abs(ALL.astype(np.int32)) <= 32635
    assert (np.abs(heard - ALL)[inside] <= allowed[inside]).all()
    # Once is enough: what was mu-law before is not changed.
    assert (decode(encode(heard.astype(np.int16).tobytes())) == heard).all()


def test_a_chunk_is_opened_where_it_belongs_and_nowhere_else() -> None:
    tracks = ALL[:800].tobytes(), bytes(1600)
    chunk = seal_chunk(ENCRYPTOR, ID, 3, 24_000, tracks, False)
    caller, agent = open_chunk(ENCRYPTOR, chunk)
    assert (caller == decode(encode(tracks[0]))).all()
    assert not agent.any()
    moved = (
        replace(chunk, recording_id=UUID(int=8)), replace(chunk, number=4), replace(chunk, first_sample=0),
        replace(chunk, is_private=True), replace(chunk, audio=chunk.audio[:-1] + b"x"),
    )  # fmt: skip
    for wrong in moved:
        with pytest.raises(SecretUnreadable):
            open_chunk(ENCRYPTOR, wrong)
    with pytest.raises(SecretUnreadable):
        open_chunk(OTHER, chunk)


def test_silence_takes_next_to_nothing() -> None:
    assert len(seal_chunk(ENCRYPTOR, ID, 0, 0, (bytes(48_000), bytes(48_000)), False).audio) < 400
