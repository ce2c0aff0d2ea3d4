"""What can go wrong with backups, each said so that the operator knows what to do."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from parley.kit.clock import iso
from parley.kit.errors import ParleyError


class BackupError(ParleyError):
    """The backup cannot be made or used."""


class RepositoryUnavailable(BackupError):
    """The place where backups are kept cannot be reached."""


class ObjectMissing(BackupError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is missing in the repository.")


class ObjectDamaged(BackupError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} in the repository is damaged: {why}.")


class BackupKeyMissing(BackupError):
    """The backups are encrypted: set PARLEY_BACKUP_KEY to the key that they were made with."""


class BackupKeyWrong(BackupError):
    """PARLEY_BACKUP_KEY is another key than the one that the backups were made with."""


class RepositoryNotEncrypted(BackupError):
    """The backups there were made without PARLEY_BACKUP_KEY: unset it, or use an empty place."""


class OtherDatabase(BackupError):
    def __init__(self, place: str) -> None:
        super().__init__(f"{place} holds backups of another database: choose another place, or empty it.")


class RestoredDatabase(BackupError):
    def __init__(self, place: str, timeline: int) -> None:
        super().__init__(
            f"This database was itself restored from a backup (it is on timeline {timeline}), and {place} belongs to "
            "the one before: choose a place of its own, so that the two do not mix."
        )


class ProgramMissing(BackupError):
    def __init__(self, name: str, folder: Path) -> None:
        super().__init__(f"{folder} has no {name}: set PARLEY_PG_BIN to a PostgreSQL installation that has it.")


class ProgramFailed(BackupError):
    def __init__(self, name: str, printed: str) -> None:
        super().__init__(f"{name} failed: {printed or 'it gave no reason'}")


class MayNotReplicate(BackupError):
    def __init__(self, role: str) -> None:
        super().__init__(
            f"The role {role} may not read the database for a backup. As a superuser: ALTER ROLE {role} REPLICATION; "
            f"and let it in with a line in pg_hba.conf: host replication {role} ADDRESS scram-sha-256."
        )


class AlreadyArchiving(BackupError):
    """Somebody archives this database already. One archiver is enough."""


class ServerSilent(BackupError):
    """The server did not send its write-ahead log in time."""


class NoBackup(BackupError):
    def __init__(self, place: str) -> None:
        super().__init__(f"There is no whole backup in {place}.")


class BackupUnknown(BackupError):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is no backup {name}. `parley backup list` shows those that there are.")


class TooEarly(BackupError):
    def __init__(self, earliest: datetime) -> None:
        super().__init__(f"The first moment that can be restored is {iso(earliest)}.")


class TooLate(BackupError):
    def __init__(self, latest: datetime) -> None:
        super().__init__(f"The last moment that can be restored is {iso(latest)}; --to-end restores all that there is.")


class LogGap(BackupError):
    def __init__(self, missing: str, latest: datetime) -> None:
        super().__init__(
            f"The write-ahead log has a gap: {missing} is missing, and nothing after it can be restored. "
            f"What the base backup itself holds can be: --at {iso(latest)}."
        )


class DataFolderInUse(BackupError):
    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(f"{folder} is not empty (it has {name}): restore into an empty folder, and swap them after.")


class SecretKeyMissing(BackupError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            "This backup was made without PARLEY_BACKUP_KEY and therefore does not hold secret.key, without which "
            "secrets of agents and recordings cannot be read. Put your copy of it at "
            f"{path}, set PARLEY_SECRET_KEY, or say --without-secret-key to give them up."
        )


class SecretKeyWrong(BackupError):
    def __init__(self, where: str) -> None:
        super().__init__(f"The key in {where} is not the one that this database was encrypted with.")


class RecoveryFailed(BackupError):
    def __init__(self, why: str, log: Path) -> None:
        super().__init__(f"PostgreSQL could not recover the backup: {why}. Its messages are in {log}.")
