"""Whom the server runs as. PostgreSQL refuses to run as root, so root hands it to an account without rights."""

from __future__ import annotations

import grp
import logging
import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from parley.storage.embedded.errors import ClusterUnusable

SYSTEM_ACCOUNT = "parley"
LAST_RESORT = "nobody"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Account:
    name: str
    uid: int
    gid: int


def account_for(cluster: Path) -> Account | None:
    """None: the server runs as we do. A cluster that is there already stays with whom it belongs to."""
    owner = cluster.stat().st_uid if cluster.exists() else None
    if os.geteuid() != 0:
        if owner not in (None, os.geteuid()):
            raise ClusterUnusable(f"{cluster} belongs to the user id {owner}: run Parley as that user, or as root")
        return None
    return system_account() if owner in (None, 0) else _account_of(owner)


def system_account() -> Account:
    found = _named(SYSTEM_ACCOUNT) or _created()
    if found is not None and found.uid != 0:
        return found
    nobody = _named(LAST_RESORT)
    if nobody is None:
        raise ClusterUnusable(
            f"PostgreSQL does not run as root, and there is neither an account {SYSTEM_ACCOUNT} nor one named "
            f"{LAST_RESORT}: create the account {SYSTEM_ACCOUNT}, or run Parley as an ordinary user"
        )
    _log.warning(
        "the account %s is missing and could not be created: PostgreSQL runs as %s, which other services may share",
        SYSTEM_ACCOUNT,
        LAST_RESORT,
    )
    return nobody


def own_private_folder(folder: Path, account: Account | None) -> None:
    """Makes the folder if need be; it is the server's alone. One that somebody else made is refused."""
    folder.mkdir(mode=0o700, exist_ok=True)
    # Not followed: the folder may lie in /tmp, where anybody can put a link with that name before us.
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise ClusterUnusable(f"{folder} is not a folder: remove it")
    if account is not None and found.st_uid == 0:
        _chown(folder, account)
    elif found.st_uid != (account.uid if account else os.geteuid()):
        raise ClusterUnusable(
            f"{folder} belongs to the user id {found.st_uid}, not to whom PostgreSQL runs as: remove it"
        )
    folder.chmod(0o700)


def _chown(folder: Path, account: Account) -> None:
    try:
        os.chown(folder, account.uid, account.gid, follow_symlinks=False)
    except OSError as refused:
        raise ClusterUnusable(
            f"{folder} could not be given to the account {account.name} ({refused.strerror}): "
            "use a data folder on another filesystem, or run Parley as an ordinary user"
        ) from refused


def chown_tree(tree: Path, account: Account) -> None:
    """Gives a cluster that root copied here to the account."""
    for folder, _, files in os.walk(tree):
        for path in (folder, *(os.path.join(folder, name) for name in files)):
            os.chown(path, account.uid, account.gid, follow_symlinks=False)


def _named(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(name, entry.pw_uid, entry.pw_gid)


def _account_of(uid: int) -> Account:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        return Account(str(uid), uid, uid)
    return Account(entry.pw_name, uid, entry.pw_gid)


def _created() -> Account | None:
    tool = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if tool is None:
        return None
    group = ["--gid", SYSTEM_ACCOUNT] if _group_exists() else ["--user-group"]
    home = ["--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"]
    command = [tool, "--system", *group, *home, SYSTEM_ACCOUNT]
    # Whether it worked is asked afterwards: another start may have made the account at the same moment.
    subprocess.run(command, capture_output=True, check=False)  # noqa: S603 (fixed arguments)
    return _named(SYSTEM_ACCOUNT)


def _group_exists() -> bool:
    try:
        grp.getgrnam(SYSTEM_ACCOUNT)
    except KeyError:
        return False
    return True
