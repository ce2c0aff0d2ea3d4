from __future__ import annotations

import stat
from pathlib import Path

import pytest

from parley.storage.backup.errors import ObjectMissing, RepositoryUnavailable
from parley.storage.backup.object_store import FolderStore


async def test_objects_are_kept_under_their_names(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "kept")
    assert await store.list("base/") == {}
    await store.put("base/1/0", b"first")
    await store.put("base/1/0", b"second")
    await store.put("base/2/0", b"more")
    await store.put("wal/1.part.0", b"log")
    assert await store.get("base/1/0") == b"second"
    assert await store.list("base/") == {"base/1/0": 6, "base/2/0": 4}
    assert await store.list("wal/1.part.") == {"wal/1.part.0": 3}
    assert await store.list("wal/2.part.") == {}


async def test_what_is_gone_is_gone_and_may_go_twice(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    await store.put("base/1/0", b"first")
    await store.delete("base/1/0")
    await store.delete("base/1/0")
    with pytest.raises(ObjectMissing):
        await store.get("base/1/0")
    assert not (tmp_path / "base" / "1").exists()


async def test_it_is_its_owners_alone(tmp_path: Path) -> None:
    await FolderStore(tmp_path / "kept").put("base/1/0", b"first")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "kept").rglob("*")] == [0o700, 0o700, 0o600]


async def test_what_a_killed_process_was_writing_is_not_listed(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    await store.put("wal/1", b"log")
    (tmp_path / "wal" / ".new-1").write_bytes(b"lo")
    assert await store.list("wal/") == {"wal/1": 3}


async def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RepositoryUnavailable, match="cannot be written: File exists"):
        await FolderStore(tmp_path / "file").put("wal/1", b"log")
