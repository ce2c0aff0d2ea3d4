"""Against a real S3-compatible store, which checks every signature."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from parley.kit.clock import SystemClock
from parley.storage.backup.errors import BackupError, ObjectMissing, RepositoryUnavailable
from parley.storage.backup.repository import S3Access, open_repository
from parley.storage.backup.s3 import PAGE, S3Store
from parley.storage.backup.signature import Credentials
from tests.conftest import private_folder

pytestmark = pytest.mark.io

RCLONE = Path(sys.executable).with_name("rclone")
ACCESS, SECRET = "parley", "a secret / of the store"


@dataclass(slots=True)
class Served:
    url: str
    folder: Path

    def store(self, place: str = "s3://backups/one", secret: str = SECRET, page: int = PAGE) -> S3Store:
        keys = Credentials(ACCESS, secret, "us-east-1")
        return S3Store(place, self.url, keys, httpx.AsyncClient(), SystemClock(), page)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with private_folder() as folder:
        (folder / "backups").mkdir()
        options = ["--addr", "127.0.0.1:0", "--auth-key", f"{ACCESS},{SECRET}", "--dir-cache-time", "0s"]
        environment = {"HOME": str(folder), "RCLONE_CONFIG": str(folder / "rclone.conf")}
        command: list[str | Path] = [RCLONE, "serve", "s3", *options, folder]
        with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            started = next(found for line in process.stderr if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
            yield Served(started[0], folder)
            process.terminate()


async def test_objects_are_kept_under_their_names(served: Served) -> None:
    store, other = served.store("s3://backups/one"), served.store("s3://backups/two/deep/")
    await store.put("base/1/0", b"first")
    await store.put("base/1/0", b"second")
    await store.put("wal/a b+ü%/~x", b"log")
    await other.put("base/1/0", b"another")
    assert await store.get("base/1/0") == b"second"
    assert await store.get("wal/a b+ü%/~x") == b"log"
    assert await store.list("") == {"base/1/0": 6, "wal/a b+ü%/~x": 3}
    assert await other.list("base/") == {"base/1/0": 7}
    assert (served.folder / "backups" / "two" / "deep" / "base" / "1" / "0").read_bytes() == b"another"
    await store.delete("base/1/0")
    await store.delete("base/1/0")
    with pytest.raises(ObjectMissing):
        await store.get("base/1/0")
    await store.aclose()
    await other.aclose()


async def test_a_list_of_more_than_a_page_is_read_to_its_end(served: Served) -> None:
    store = served.store("s3://backups/many", page=3)
    folder = served.folder / "backups" / "many" / "wal"
    folder.mkdir(parents=True)
    for number in range(10):
        (folder / f"{number:04d}").write_bytes(b"x")
    assert list(await store.list("wal/")) == [f"wal/{number:04d}" for number in range(10)]
    await store.aclose()


async def test_a_wrong_key_is_said_at_once(served: Served) -> None:
    store = served.store(secret="another")
    with pytest.raises(RepositoryUnavailable, match="403"):
        await store.put("base/1/0", b"first")
    await store.aclose()


async def test_a_bucket_that_is_not_there_is_said(served: Served) -> None:
    store = served.store("s3://nowhere/one")
    with pytest.raises(RepositoryUnavailable, match="404"):
        await store.put("base/1/0", b"first")
    await store.aclose()


@pytest.mark.parametrize(
    ("place", "key", "missing"), [("s3://", "k", "bucket"), ("s3://backups", None, "PARLEY_BACKUP_S3_ACCESS_KEY")]
)
def test_what_is_missing_for_a_store_is_named(place: str, key: str | None, missing: str) -> None:
    with pytest.raises(BackupError, match=missing):
        open_repository(place, None, S3Access(None, "us-east-1", key, key), SystemClock())
