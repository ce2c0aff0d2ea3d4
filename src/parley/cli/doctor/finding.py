"""What an examiner says."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """Works, with something lacking that a machine for other people should not lack."""
    PROBLEM = "problem"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    area: str
    subject: str
    what: str
    level: Level = Level.OK
    why: str = ""
    todo: str = ""

    def to_json(self) -> dict[str, str]:
        return asdict(self)
