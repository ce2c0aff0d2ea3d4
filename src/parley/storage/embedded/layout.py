"""Where things are in a data folder, and how private files are made there."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from parley.storage.embedded.account import Account

# Part of the socket's name and nothing else: the server does not listen on TCP.
PORT = 5432
ROLE = "parley"
DATABASE = "parley"
# Linux has 108 bytes for the path of a socket, the last of which is a zero.
SOCKET_PATH_LIMIT = 107

_PLAIN_PATH = re.compile(r"/[A-Za-z0-9/._+@= -]*")


@dataclass(frozen=True, slots=True)
class Layout:
    data: Path
    """Absolute, without symbolic links."""

    @property
    def cluster(self) -> Path:
        return self.data / "postgres"

    @property
    def unfinished_prefix(self) -> Path:
        """Clusters in the making; none of them is ever used."""
        return self.data / "postgres.new-"

    @property
    def postmaster_pid(self) -> Path:
        return self.cluster / "postmaster.pid"

    @property
    def password(self) -> Path:
        return self.data / "postgres.password"

    @property
    def lock(self) -> Path:
        return self.data / "postgres.lock"

    @property
    def clients(self) -> Path:
        """Keeps the name that earlier versions lock: they may run beside this one during an upgrade."""
        return self.data / "postgres.visitors"

    @property
    def log(self) -> Path:
        return self.data / "postgres.log"

    @property
    def cluster_name(self) -> str:
        """On the command line of the postmaster and in the title of each of its children: how we know our own."""
        return f"parley-{self._digest}"

    def socket_folder(self) -> Path:
        """In the data folder, unless that path is too long, or cannot be written in a list of hosts, as in `a,b`."""
        for folder in (self.data / "run", Path(tempfile.gettempdir()) / self.cluster_name):
            if _PLAIN_PATH.fullmatch(str(folder)) and len(os.fsencode(socket_in(folder))) <= SOCKET_PATH_LIMIT:
                return folder
        return Path("/tmp") / self.cluster_name  # noqa: S108 (made private, and its owner checked, before use)

    def dsn(self, socket_folder: Path, password: str, database: str = DATABASE) -> str:
        host = quote(str(socket_folder), safe="/")
        return f"postgresql://{ROLE}:{quote(password, safe='')}@/{database}?host={host}&port={PORT}"

    @property
    def _digest(self) -> str:
        return hashlib.sha256(os.fsencode(self.data)).hexdigest()[:16]


def layout_of(data: Path) -> Layout:
    return Layout(data.resolve())


def open_private(path: Path, flags: int) -> int:
    """Opens a file that only its owner may read. What root makes here belongs to whom the folder belongs."""
    flags |= os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        # O_EXCL tells whether the file is new: the owner of one that was there is not ours to change.
        descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return os.open(path, flags)
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.fchown(descriptor, folder.st_uid, folder.st_gid)
    return descriptor


def replace_private(path: Path, text: str, account: Account | None = None) -> None:
    """The file is there with the whole text or not at all, whatever is killed meanwhile."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(open_private(new, os.O_WRONLY), "w", encoding="utf-8") as file:
        if account is not None:
            os.fchown(file.fileno(), account.uid, account.gid)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    # The new name is durable only when the folder is on disk too.
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def socket_in(folder: Path) -> Path:
    return folder / f".s.PGSQL.{PORT}"
