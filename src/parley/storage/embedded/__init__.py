"""A PostgreSQL of our own: the default database, started and stopped by Parley, reachable only on this machine.

data folder   what the operator names; holds everything below (`layout`)
cluster       PostgreSQL's own folder, `postgres` in the data folder; appears whole or not at all (`cluster`)
binaries      a folder with `postgres` and `initdb` in it (`binaries`)
owner         the one process that holds the lock on the data folder and is the postmaster's parent (`ownership`)
postmaster    PostgreSQL's first process; our direct child, which dies with us (`process`, `postmaster`, `server`)
client        another process that uses the owner's server (`running`, `ownership`)
stale process a process of a former owner that still works in the cluster; ended before we start (`stale_processes`)
account       whom the server runs as when Parley runs as root, which PostgreSQL refuses to be (`account`)
access        the right of that account to pass the folders above its files, given by ACL (`folder_access`, `acl`)

The owner uses `EmbeddedPostgres`; other processes of the machine ask `running_dsn`, or `database` if they want it
started when nobody has.
"""

from parley.storage.embedded.errors import (
    AlreadyRunning,
    BinariesMissing,
    ClusterUnusable,
    EmbeddedError,
    FoldersClosed,
    ForeignServer,
    NotRunning,
    StartFailed,
    UnsupportedSystem,
    VersionMismatch,
)
from parley.storage.embedded.running import database, exists, owner_pid, running_dsn
from parley.storage.embedded.server import EmbeddedPostgres

__all__ = [
    "AlreadyRunning",
    "BinariesMissing",
    "ClusterUnusable",
    "EmbeddedError",
    "EmbeddedPostgres",
    "FoldersClosed",
    "ForeignServer",
    "NotRunning",
    "StartFailed",
    "UnsupportedSystem",
    "VersionMismatch",
    "database",
    "exists",
    "owner_pid",
    "running_dsn",
]
