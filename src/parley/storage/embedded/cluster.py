"""Makes the cluster, once and whole, and its login; refuses one that these binaries cannot serve."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from parley.kit.ids import random_hex
from parley.storage.embedded.account import Account, chown_tree, own_private_folder
from parley.storage.embedded.binaries import Binaries
from parley.storage.embedded.errors import ClusterUnusable, StartFailed, VersionMismatch
from parley.storage.embedded.layout import DATABASE, ROLE, Layout, replace_private, sync_folder
from parley.storage.embedded.process import run_tool

_SUPERUSER = "postgres"
_LOGIN_FILE = "parley.login"
_LOGIN = "2: may replicate, which backups are made by\n"
_BUILTIN_LOCALES_SINCE = 17
_DISCARD_ATTEMPTS = 100
_POLL = 0.05


@dataclass(frozen=True, slots=True)
class ClusterContext:
    """Where, with what and as whom the cluster is made and served."""

    layout: Layout
    binaries: Binaries
    account: Account | None


async def prepare_cluster(context: ClusterContext) -> str:
    """The cluster is there and can be served; returns our role's password."""
    layout = context.layout
    for unfinished in layout.data.glob(f"{layout.unfinished_prefix.name}*"):
        await _remove_unfinished(unfinished)
    if not layout.cluster.exists():
        return await _create(context)
    _check(context)
    if context.account is not None and layout.cluster.stat().st_uid == 0:
        chown_tree(layout.cluster, context.account)
    if layout.password.exists():
        password = layout.password.read_text().strip()
        if _has_todays_login(layout.cluster):
            return password
    else:  # the operator removed the file, or copied or restored the cluster alone
        password = _new_password()
    await set_login(context, layout.cluster, password)
    replace_private(layout.password, password)
    return password


async def _create(context: ClusterContext) -> str:
    """Under another name, which it loses in one step when all is done: a kill leaves nothing half made in use."""
    layout = context.layout
    # On disk before the cluster is: one that was killed in between leaves no cluster that nobody can log in to.
    password = layout.password.read_text().strip() if layout.password.exists() else _new_password()
    replace_private(layout.password, password)
    unfinished = Path(f"{layout.unfinished_prefix}{random_hex(8)}")
    own_private_folder(unfinished, context.account)
    code, printed = await run_tool(
        [context.binaries.initdb, "-D", unfinished, *_initdb_options(context.binaries.major)],
        account=context.account,
        folder=unfinished,
    )
    if code != 0:
        raise StartFailed(f"initdb failed: {printed.strip()[-1000:]}")
    await set_login(context, unfinished, password, f"CREATE DATABASE {DATABASE} OWNER {ROLE}")
    publish(unfinished, layout)
    return password


def _has_todays_login(cluster: Path) -> bool:
    """Roles of clusters that an earlier version made lack what was added since."""
    try:
        return (cluster / _LOGIN_FILE).read_text() == _LOGIN
    except FileNotFoundError:
        return False


def publish(unfinished: Path, layout: Layout) -> None:
    unfinished.rename(layout.cluster)
    sync_folder(layout.data)


async def _remove_unfinished(unfinished: Path) -> None:
    """What a killed initdb had started may write for a moment longer, until it notices."""
    for _ in range(_DISCARD_ATTEMPTS):
        with contextlib.suppress(OSError):
            shutil.rmtree(unfinished)
            return
        await asyncio.sleep(_POLL)
    shutil.rmtree(unfinished)


def _initdb_options(major: int) -> list[str]:
    # `reject` in the file that initdb writes: only our own access file lets anybody in.
    options = ["--username", _SUPERUSER, "--auth", "reject", "--data-checksums", "--no-instructions"]
    # Sorted by code points: an upgrade of the system's locales cannot break the order of an index.
    options += ["--encoding", "UTF8", "--locale", "C.UTF-8", "--lc-collate", "C", "--lc-messages", "C"]
    if major >= _BUILTIN_LOCALES_SINCE:
        options += ["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"]
    return options


async def set_login(context: ClusterContext, cluster: Path, password: str, *further: str) -> None:
    """Our role owns databases but is no superuser. In single-user mode, where every line is one statement."""
    exists = f"SELECT FROM pg_roles WHERE rolname = '{ROLE}'"
    statements = [
        f"DO $$ BEGIN IF NOT EXISTS ({exists}) THEN CREATE ROLE {ROLE}; END IF; END $$",
        f"ALTER ROLE {ROLE} LOGIN CREATEDB REPLICATION PASSWORD '{password}'",
        f"GRANT pg_monitor TO {ROLE}",
        *further,
    ]
    # The statements hold the password, and an error would print the one that it came from.
    quiet = ["-c", "log_min_error_statement=panic", "-c", "log_checkpoints=off"]
    # Should we be killed now, the next owner knows by this name that the process is ours to end.
    mark = ["-c", f"cluster_name={context.layout.cluster_name}"]
    code, printed = await run_tool(
        [context.binaries.postgres, "--single", "-D", cluster, *mark, *quiet, "template1"],
        account=context.account,
        folder=cluster,
        stdin="\n".join([*statements, ""]).encode(),
    )
    # Single-user mode goes on after an error and still ends with 0.
    complaints = [line for line in printed.splitlines() if "ERROR: " in line or "FATAL: " in line or "PANIC: " in line]
    if code != 0 or complaints:
        raise StartFailed(f"the login of {cluster} could not be set (exit code {code}): {'; '.join(complaints)}")
    replace_private(cluster / _LOGIN_FILE, _LOGIN, context.account)


async def adopt(context: ClusterContext, cluster: Path, database: str, owner: str) -> None:
    """The cluster of another server had other names: ours are the ones that the embedded server is asked for."""
    statements = []
    if database != DATABASE:
        statements.append(f"ALTER DATABASE {_quoted(database)} RENAME TO {DATABASE}")
    if owner != ROLE:
        statements.append(f"GRANT {_quoted(owner)} TO {ROLE}")
    password = _new_password()
    await set_login(context, cluster, password, *statements)
    replace_private(context.layout.password, password)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _check(context: ClusterContext) -> None:
    cluster, binaries = context.layout.cluster, context.binaries
    try:
        major = int((cluster / "PG_VERSION").read_text())
    except (FileNotFoundError, ValueError):
        raise ClusterUnusable(f"{cluster} is not a PostgreSQL cluster: move it away, a new one will be made") from None
    refuse_version(cluster, major, binaries)


def refuse_version(cluster: Path, major: int, binaries: Binaries) -> None:
    if major != binaries.major:
        raise VersionMismatch(cluster, major, binaries.folder, binaries.major)


def _new_password() -> str:
    return random_hex(64)
