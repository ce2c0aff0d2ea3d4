"""The file in which a running server says who and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_PID, _SOCKET_FOLDER, _STATUS = 0, 4, 7


@dataclass(frozen=True, slots=True)
class Postmaster:
    pid: int
    socket_folder: Path
    ready: bool


def read_postmaster(path: Path) -> Postmaster | None:
    """None while the file is missing or not yet complete."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return None
    if len(lines) <= _STATUS or not lines[_PID].isdecimal():
        return None
    return Postmaster(int(lines[_PID]), Path(lines[_SOCKET_FOLDER]), lines[_STATUS].strip() == "ready")
