from __future__ import annotations

import pytest

from parley.storage.backup.errors import BackupKeyMissing, BackupKeyWrong, ObjectDamaged
from parley.storage.backup.sealing import Sealer

KEY = bytes(range(32))
CONTENT = b"what was said " * 1000


@pytest.mark.parametrize("key", [None, KEY])
def test_what_was_sealed_is_opened_and_is_smaller(key: bytes | None) -> None:
    sealed = Sealer(key).seal("base/1/0", CONTENT)
    assert Sealer(key).open("base/1/0", sealed) == CONTENT
    assert len(sealed) < len(CONTENT) / 10


def test_with_a_key_nothing_can_be_read_without() -> None:
    sealed = Sealer(KEY).seal("wal/1", b"said")
    with pytest.raises(BackupKeyMissing):
        Sealer(None).open("wal/1", sealed)
    with pytest.raises(BackupKeyWrong):
        Sealer(bytes(32)).open("wal/1", sealed)


@pytest.mark.parametrize("key", [None, KEY])
@pytest.mark.parametrize("place", [0, 5, 40, -1])
def test_one_bit_that_is_wrong_is_noticed(key: bytes | None, place: int) -> None:
    sealed = bytearray(Sealer(key).seal("wal/1", CONTENT))
    sealed[place] ^= 1
    with pytest.raises((ObjectDamaged, BackupKeyWrong)):
        Sealer(key).open("wal/1", bytes(sealed))


@pytest.mark.parametrize("key", [None, KEY])
def test_an_object_does_not_pass_for_another(key: bytes | None) -> None:
    sealed = Sealer(key).seal("wal/1", CONTENT)
    with pytest.raises((ObjectDamaged, BackupKeyWrong)):
        Sealer(key).open("wal/2", sealed)


@pytest.mark.parametrize("cut", [0, 3, 20, 60])
def test_an_object_that_was_cut_short_is_noticed(cut: int) -> None:
    with pytest.raises(ObjectDamaged):
        Sealer(None).open("wal/1", Sealer(None).seal("wal/1", CONTENT)[:cut])
