"""Lets PostgreSQL recover a cluster from a base backup and its log, up to a moment, and end the recovery there."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from parley.storage.backup.errors import RecoveryFailed
from parley.storage.embedded import configuration, logfile, process
from parley.storage.embedded.account import own_private_folder
from parley.storage.embedded.cluster import ClusterContext, adopt
from parley.storage.embedded.layout import DATABASE, ROLE, replace_private
from parley.storage.embedded.postmaster_pid import read_postmaster

LOG_FOLDER = "parley-log"
RECOVERY_LOG = "restore.log"
_POLL = 0.02
_GRACE = 60.0
_LEFT_BEHIND = ("backup_label.old", "backup_manifest", "tablespace_map.old", "postmaster.opts")
_LAST_COMMIT = re.compile(r"last completed transaction was at log time (\S+ \S+)")
_TIMELINE = re.compile(r"selected new timeline ID: (\d+)")
_NOT_REACHED = "recovery ended before configured recovery target was reached"


@dataclass(frozen=True, slots=True)
class Source:
    """Whose cluster it was."""

    database: str
    owner: str


@dataclass(frozen=True, slots=True)
class Recovered:
    until: datetime | None
    """The last commit that was replayed, if any was."""
    timeline: int


async def recover(context: ClusterContext, cluster: Path, source: Source, at: datetime | None) -> Recovered:
    """The repository reaches beyond `at`, the caller has seen to it: where no commit comes after, all is replayed."""
    _write_configuration(context, cluster)
    printed = await _run(context, cluster, at)
    if at is not None and _NOT_REACHED in printed:
        # PostgreSQL takes it for an error that the log ends before the moment: then all of it is meant.
        printed = await _run(context, cluster, None)
    timeline = _TIMELINE.search(printed)
    if timeline is None:
        raise RecoveryFailed(_reason(printed), context.layout.data / RECOVERY_LOG)
    if (source.database, source.owner) != (DATABASE, ROLE):
        await adopt(context, cluster, source.database, source.owner)
    for name in _LEFT_BEHIND:
        (cluster / name).unlink(missing_ok=True)
    shutil.rmtree(cluster / LOG_FOLDER)
    (context.layout.data / RECOVERY_LOG).unlink()
    last = _LAST_COMMIT.findall(printed)
    return Recovered(_moment(last[-1]) if last else None, int(timeline[1]))


def _write_configuration(context: ClusterContext, cluster: Path) -> None:
    socket_folder = context.layout.socket_folder()
    own_private_folder(socket_folder, context.account)
    settings = configuration.settings_text(socket_folder, configuration.machine_memory())
    replace_private(cluster / configuration.SETTINGS_FILE, settings, context.account)
    replace_private(cluster / configuration.ACCESS_FILE, configuration.access_text(), context.account)
    # What the former server was told by ALTER SYSTEM, such as where to archive to, is not for this one.
    replace_private(cluster / "postgresql.auto.conf", "", context.account)
    replace_private(cluster / "recovery.signal", "", context.account)


async def _run(context: ClusterContext, cluster: Path, at: datetime | None) -> str:
    """What it printed; it has ended again."""
    log = context.layout.data / RECOVERY_LOG
    log.unlink(missing_ok=True)
    descriptor = logfile.open_log(log)
    try:
        child = process.spawn(
            [context.binaries.postgres, "-D", cluster, *_options(context, cluster, at)],
            account=context.account,
            folder=cluster,
            when_we_die=process.SHUTDOWN_FAST,
            output=descriptor,
        )
    finally:
        os.close(descriptor)
    try:
        while child.poll() is None:
            postmaster = read_postmaster(cluster / "postmaster.pid")
            if postmaster is not None and postmaster.pid == child.pid and postmaster.ready:
                break
            await asyncio.sleep(_POLL)
    finally:
        if child.poll() is None:
            await process.end(child.pid, process.fast_first(_GRACE))
        child.wait()
    return log.read_text(errors="replace")


def _options(context: ClusterContext, cluster: Path, at: datetime | None) -> list[str]:
    settings = {
        "config_file": str(cluster / configuration.SETTINGS_FILE),
        "hba_file": str(cluster / configuration.ACCESS_FILE),
        "cluster_name": context.layout.cluster_name,
        # Nobody reads meanwhile, and with it the server would insist on as many connections as the former one had.
        "hot_standby": "off",
        "archive_mode": "off",
        "restore_command": f'cp "{LOG_FOLDER}/%f" "%p"',
        "recovery_target_action": "promote",
        **({"recovery_target_time": f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}+00"} if at is not None else {}),
    }
    return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _reason(printed: str) -> str:
    lines = [line for line in printed.splitlines() if any(f"{level}: " in line for level in ("FATAL", "PANIC"))]
    return "; ".join(lines[-3:]) or "it gave no reason"
