from __future__ import annotations

import pytest

from parley.storage.backup.errors import BackupKeyMissing, BackupKeyWrong, ObjectDamaged
from parley.storage.backup.object_format import ObjectFormat

KEY = bytes(range(32))
CONTENT = b"what was said " * 1000


@pytest.mark.parametrize("key", [None, KEY])
def test_what_was_sealed_is_opened_and_is_smaller(key: bytes | None) -> None:
    encoded = ObjectFormat(key).encode("base/1/0", CONTENT)
    assert ObjectFormat(key).decode("base/1/0", encoded) == CONTENT
    assert len(encoded) < len(CONTENT) / 10


def test_with_a_key_nothing_can_be_read_without() -> None:
    encoded = ObjectFormat(KEY).encode("wal/1", b"said")
    with pytest.raises(BackupKeyMissing):
        ObjectFormat(None).decode("wal/1", encoded)
    with pytest.raises(BackupKeyWrong):
        ObjectFormat(bytes(32)).decode("wal/1", encoded)


@pytest.mark.parametrize("key", [None, KEY])
@pytest.mark.parametrize("place", [0, 5, 40, -1])
def test_one_bit_that_is_wrong_is_noticed(key: bytes | None, place: int) -> None:
    encoded = bytearray(ObjectFormat(key).encode("wal/1", CONTENT))
    encoded[place] ^= 1
    with pytest.raises((ObjectDamaged, BackupKeyWrong)):
        ObjectFormat(key).decode("wal/1", bytes(encoded))


@pytest.mark.parametrize("key", [None, KEY])
def test_an_object_does_not_pass_for_another(key: bytes | None) -> None:
    encoded = ObjectFormat(key).encode("wal/1", CONTENT)
    with pytest.raises((ObjectDamaged, BackupKeyWrong)):
        ObjectFormat(key).decode("wal/2", encoded)


@pytest.mark.parametrize("cut", [0, 3, 20, 60])
def test_an_object_that_was_cut_short_is_noticed(cut: int) -> None:
    with pytest.raises(ObjectDamaged):
        ObjectFormat(None).decode("wal/1", ObjectFormat(None).encode("wal/1", CONTENT)[:cut])
