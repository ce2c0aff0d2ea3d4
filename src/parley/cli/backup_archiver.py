"""The archiver as a role: what its operations port and its supervisor want to know of it."""

from __future__ import annotations

from typing import Any

from parley.kit.http_limits import HttpLimits
from parley.settings import Settings


class ArchiverProcess:
    """Ready at once: nobody waits for a backup, and an instance whose repository is away serves all the same."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.draining = False

    @property
    def drain_seconds(self) -> float:
        return self._settings.drain_seconds

    @property
    def http_limits(self) -> HttpLimits:
        return self._settings.http_limits

    def health(self) -> dict[str, Any]:
        return {"backup_to": self._settings.backup_to}

    async def is_ready(self) -> bool:
        return True
