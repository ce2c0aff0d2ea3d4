"""Makes a data folder out of a backup: files, log, recovery up to a moment. The cluster appears there when all went
well, under another name until then: a restore that was killed leaves nothing that anybody would start."""

from __future__ import annotations

import asyncio
import os
import shutil
import tarfile
import tempfile
from base64 import b64decode
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from parley.kit import tasks
from parley.kit.files import write_atomically
from parley.kit.ids import random_hex
from parley.storage.backup import catalog
from parley.storage.backup.errors import (
    DataFolderInUse,
    LogGap,
    ProgramFailed,
    ProgramMissing,
    SecretKeyMissing,
    SecretKeyWrong,
)
from parley.storage.backup.model import Backup, choose, fingerprint
from parley.storage.backup.recovery import LOG_FOLDER, RECOVERY_LOG, Source, recover
from parley.storage.backup.repository import Repository
from parley.storage.embedded.account import account_for, chown_tree, own_private_folder
from parley.storage.embedded.binaries import Binaries, find_binaries
from parley.storage.embedded.cluster import ClusterContext, publish, refuse_version
from parley.storage.embedded.folder_access import allow_binaries, allow_path
from parley.storage.embedded.layout import layout_of
from parley.storage.embedded.ownership import become_owner
from parley.storage.embedded.process import run_tool

KEY_FILE = "secret.key"
_ALLOWED = frozenset({KEY_FILE, "postgres.lock", "postgres.visitors", "postgres.password", "run", RECOVERY_LOG})


@dataclass(frozen=True, slots=True)
class RestoreRequest:
    data: Path
    pg_bin: Path | None
    id: str | None
    at: datetime | None
    """None: the end of what there is."""
    secret_key: str | None
    """PARLEY_SECRET_KEY."""
    without_secret_key: bool


@dataclass(frozen=True, slots=True)
class Restored:
    backup: Backup
    until: datetime | None
    """The last commit that is in it, as far as the log told."""
    timeline: int


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    done: int = 0
    total: int = 0


Tell = Callable[[Step], None]


async def restore(repository: Repository, request: RestoreRequest, tell: Tell) -> Restored:
    found = await catalog.read(repository)
    backup = choose(found.backups, repository.place, id_=request.id, at=request.at, archived=found.archived)
    gap = await catalog.log_gap(repository, backup)
    if gap is not None and (request.at is None or request.at > backup.ended_at):
        raise LogGap(gap, backup.ended_at)
    layout = layout_of(request.data)
    _refuse_used(layout.data)
    layout.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    binaries = find_binaries(request.pg_bin)
    refuse_version(layout.cluster, backup.server, binaries)
    ownership = await become_owner(layout, 0)
    try:
        for unfinished in layout.data.glob(f"{layout.unfinished_prefix.name}*"):
            shutil.rmtree(unfinished)
        secret_key = await _secret_key(repository, backup, request)
        context = ClusterContext(layout, binaries, account_for(layout.cluster))
        cluster = Path(f"{layout.unfinished_prefix}{random_hex(8)}")
        restored = await _make(repository, backup, request.at, context, cluster, tell)
        if secret_key is not None:
            # Before the cluster is there: it must never be started without, and make another key.
            write_atomically(layout.data / KEY_FILE, secret_key)
        publish(cluster, layout)
        return restored
    finally:
        ownership.give_up()


def _refuse_used(data: Path) -> None:
    with suppress(FileNotFoundError):
        for path in sorted(data.iterdir()):
            if path.name not in _ALLOWED and not path.name.startswith("postgres.new-"):
                raise DataFolderInUse(data, path.name)


async def _secret_key(repository: Repository, backup: Backup, request: RestoreRequest) -> bytes | None:
    """What is to be put in the data folder; None: it is there, or set, or given up."""
    if backup.secret_key is None or request.without_secret_key:
        return None
    path = request.data / KEY_FILE
    if request.secret_key is not None:
        _check_key(request.secret_key.encode(), backup, "PARLEY_SECRET_KEY")
        return None
    if path.exists():
        _check_key(path.read_bytes(), backup, str(path))
        return None
    if not backup.holds_secret_key:
        raise SecretKeyMissing(path)
    return await repository.secret_key(backup)


def _check_key(text: bytes, backup: Backup, where: str) -> None:
    try:
        key = b64decode(text.strip(), validate=True)
    except ValueError:
        raise SecretKeyWrong(where) from None
    if fingerprint(key) != backup.secret_key:
        raise SecretKeyWrong(where)


async def _make(
    repository: Repository, backup: Backup, at: datetime | None, context: ClusterContext, cluster: Path, tell: Tell
) -> Restored:
    await fetch_files(repository, backup, cluster, tell)
    await verify_files(context.binaries, cluster, tell)
    await _fetch_log(repository, backup, cluster / LOG_FOLDER, tell)
    if context.account is not None:
        allow_binaries(context.binaries, context.account)
        allow_path(cluster, context.account)
        chown_tree(cluster, context.account)
    tell(Step("recover"))
    recovered = await recover(context, cluster, Source(backup.database, backup.owner), at)
    return Restored(backup, recovered.until, recovered.timeline)


async def fetch_files(repository: Repository, backup: Backup, cluster: Path, tell: Tell) -> None:
    own_private_folder(cluster, None)
    done = 0

    def count(size: int) -> None:
        nonlocal done
        done += size
        tell(Step("files", done, backup.plain_bytes))

    await extract(repository.chunks(backup), cluster, count)


async def verify_files(binaries: Binaries, cluster: Path, tell: Tell) -> None:
    """Every file against the manifest that PostgreSQL wrote, by size and SHA-256."""
    tell(Step("verify"))
    program = binaries.folder / "pg_verifybackup"
    if not program.is_file():
        raise ProgramMissing(program.name, binaries.folder)
    code, printed = await run_tool([program, "--quiet", cluster], account=None, folder=cluster)
    if code != 0:
        raise ProgramFailed(program.name, printed.strip()[-1000:])


async def _fetch_log(repository: Repository, backup: Backup, folder: Path, tell: Tell) -> None:
    own_private_folder(folder, None)
    kept = await repository.archived_log()
    size = backup.segment_size
    names = [*sorted(kept.histories), *kept.since(backup.start_lsn // size, size)]
    for done, name in enumerate(names, start=1):
        content = await repository.segment(name, kept, size)
        await asyncio.to_thread((folder / name).write_bytes, content)
        tell(Step("log", done, len(names)))


async def verify_backup(
    repository: Repository, id_: str | None, pg_bin: Path | None, tell: Tell
) -> tuple[Backup, str | None]:
    """Reads it as a restore would, without recovering it. The first segment that is missing behind it, or None; what is
    damaged is raised."""
    found = await catalog.read(repository)
    backup = choose(found.backups, repository.place, id_=id_, at=None, archived=None)
    binaries = find_binaries(pg_bin)
    with tempfile.TemporaryDirectory(prefix="parley-verify-") as folder:
        cluster = Path(folder, "cluster")
        refuse_version(cluster, backup.server, binaries)
        await fetch_files(repository, backup, cluster, tell)
        await verify_files(binaries, cluster, tell)
    return backup, await catalog.check(repository, backup)


async def extract(chunks: AsyncIterator[bytes], folder: Path, count: Callable[[int], None]) -> None:
    reading, writing = os.pipe()
    unpacking = tasks.start(asyncio.to_thread(_unpack, reading, folder), "unpack")
    try:
        # When the unpacking fails, it closes its end: what it raised is told below.
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as out:
            async for content in chunks:
                await asyncio.to_thread(out.write, content)
                count(len(content))
    except BaseException:
        await asyncio.gather(unpacking, return_exceptions=True)
        raise
    await unpacking


def _unpack(reading: int, folder: Path) -> None:
    with os.fdopen(reading, "rb") as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
        for member in archive:
            # Nothing outside of the folder, no links, no devices.
            archive.extract(member, folder, filter="data")
        # The end of a stream is padded.
        while stream.read(1 << 20):
            pass
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o700 if path.is_dir() else 0o600)
