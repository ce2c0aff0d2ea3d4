from __future__ import annotations

import shutil
from base64 import b64encode
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parley.storage.backup.errors import (
    BackupKeyMissing,
    BackupKeyWrong,
    DataFolderInUse,
    LogGap,
    NoBackup,
    RestoredDatabase,
    SecretKeyMissing,
    SecretKeyWrong,
    TooLate,
)
from parley.storage.backup.segments import Segment
from parley.storage.embedded import AlreadyRunning, EmbeddedPostgres
from parley.storage.embedded.layout import layout_of
from parley.storage.embedded.ownership import become_owner
from tests.conftest import private_folder
from tests.fixtures import in_memory
from tests.storage.backup.scene import SECRET_KEY, Scene, notes

pytestmark = pytest.mark.io


@pytest.fixture(scope="module")
async def told() -> AsyncIterator[tuple[Scene, datetime]]:
    """Notes before, while and after a base backup was made, with the log kept; and the moment before the last one."""
    with private_folder(in_memory()) as folder:
        async with EmbeddedPostgres(folder / "data") as server:
            scene = Scene(folder, server.dsn, key=bytes(32))
            await scene.note("before")
            async with scene.archiving():
                await scene.note("while")
                await scene.until_backed_up()
                between = await scene.note("after")
                await scene.until_archived(await scene.note("too late"))
        yield scene, between


@pytest.fixture
async def scene(told: tuple[Scene, datetime]) -> AsyncIterator[Scene]:
    """A place of its own for what the test restores and breaks."""
    with private_folder(in_memory()) as folder:
        shutil.copytree(told[0].place, folder / "kept")
        yield replace(told[0], folder=folder)


async def test_the_end_of_the_log_is_everything_and_is_backed_up_to_a_place_of_its_own(scene: Scene) -> None:
    data = scene.folder / "restored"
    await scene.restored()
    assert (data / "secret.key").read_bytes().strip() == b64encode(SECRET_KEY)
    async with EmbeddedPostgres(data) as server:
        assert await notes(server.dsn) == ["before", "while", "after", "too late"]
        copy = replace(scene, dsn=server.dsn)
        with pytest.raises(RestoredDatabase):
            await copy.back_up()
        shutil.rmtree(scene.place)
        assert (await copy.back_up()).timeline == 2


async def test_a_moment_is_what_was_acknowledged_before_it(scene: Scene, told: tuple[Scene, datetime]) -> None:
    data = scene.folder / "restored"
    left = data / "postgres.new-1" / "base"  # by a restore that was killed
    left.mkdir(parents=True)
    restored = await scene.restored(told[1])
    assert restored.until is not None
    assert restored.until <= told[1]
    assert restored.timeline == 2
    assert not left.exists()
    async with EmbeddedPostgres(data) as server:
        assert await notes(server.dsn) == ["before", "while", "after"]


async def test_a_gap_in_the_log_is_named_and_what_comes_before_it_can_be_restored(scene: Scene) -> None:
    (backup,) = await scene.repository().backups()
    last = Segment.at(backup.end_lsn, 1, backup.segment_size).number
    for path in (scene.place / "wal").glob(f"{Segment(last + 1, 1).name(backup.segment_size)}*"):
        path.unlink()
    await scene.repository().put_log(Segment(last + 2, 1).name(backup.segment_size), bytes(backup.segment_size))
    with pytest.raises(LogGap, match=Segment(last + 1, 1).name(backup.segment_size)):
        await scene.restored()
    await scene.restored(backup.ended_at)
    async with EmbeddedPostgres(scene.folder / "restored") as server:
        assert "before" in await notes(server.dsn)


async def test_a_moment_after_the_log_is_refused(scene: Scene) -> None:
    with pytest.raises(TooLate):
        await scene.restored(datetime.now(UTC) + timedelta(hours=1))
    assert not (scene.folder / "restored").exists()


async def test_without_the_key_of_the_backups_nothing_is_restored(scene: Scene) -> None:
    with pytest.raises(BackupKeyMissing):
        await replace(scene, key=None).restored()


async def test_a_folder_that_is_not_empty_is_left_as_it_is(scene: Scene) -> None:
    kept = scene.folder / "restored" / "postgres" / "PG_VERSION"
    kept.parent.mkdir(parents=True)
    kept.write_text("18")
    with pytest.raises(DataFolderInUse, match="postgres"):
        await scene.restored()
    assert kept.read_text() == "18"


async def test_two_cannot_restore_into_one_folder(scene: Scene) -> None:
    layout = layout_of(scene.folder / "restored")
    layout.data.mkdir()
    other = await become_owner(layout, 0)
    try:
        with pytest.raises(AlreadyRunning):
            await scene.restored()
    finally:
        other.give_up()


async def test_another_key_in_the_folder_is_refused_before_anything_is_fetched(scene: Scene) -> None:
    path = scene.folder / "restored" / "secret.key"
    path.parent.mkdir()
    path.write_bytes(b64encode(bytes(32)))
    with pytest.raises(SecretKeyWrong, match=r"secret\.key"):
        await scene.restored()
    assert sorted(each.name for each in path.parent.iterdir()) == ["postgres.lock", "secret.key"]


async def test_a_backup_without_the_key_says_what_to_do(scene: Scene) -> None:
    (backup,) = await scene.repository().backups()
    await scene.repository().add(replace(backup, holds_secret_key=False))
    with pytest.raises(SecretKeyMissing, match="--without-secret-key"):
        await scene.restored()


async def test_a_damaged_chunk_is_noticed_and_leaves_no_cluster(scene: Scene) -> None:
    chunk = next((scene.place / "base").glob("*/00000000"))
    content = bytearray(chunk.read_bytes())
    content[len(content) // 2] ^= 1
    chunk.write_bytes(content)
    with pytest.raises(BackupKeyWrong, match="is damaged"):
        await scene.restored()
    assert not (scene.folder / "restored" / "postgres").exists()


async def test_what_is_not_whole_is_never_listed(scene: Scene) -> None:
    (backup,) = await scene.repository().backups()
    (scene.place / "base" / backup.id / "backup.json").unlink()
    assert await scene.repository().backups() == []
    with pytest.raises(NoBackup):
        await scene.restored()
