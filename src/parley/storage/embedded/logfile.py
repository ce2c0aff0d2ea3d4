"""The server's log: one file that is kept small while the server writes to it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from parley.storage.embedded.layout import open_private

LIMIT = 8 << 20
_TAIL = 2000


def open_log(path: Path) -> int:
    """Appended to by many processes at once, also after it was emptied under them."""
    rotate(path)
    return open_private(path, os.O_WRONLY | os.O_APPEND)


def rotate(path: Path, limit: int = LIMIT) -> None:
    """Moves the content to the file's only predecessor when there is too much of it."""
    if not path.exists() or path.stat().st_size <= limit:
        return
    former = path.with_name(f"{path.name}.1")
    # Copied and emptied instead of renamed: the server's processes would go on writing to the renamed file.
    with path.open("rb") as source, os.fdopen(open_private(former, os.O_WRONLY | os.O_TRUNC), "wb") as target:
        shutil.copyfileobj(source, target)
    os.truncate(path, 0)


def fatal_lines(path: Path, start: int) -> str:
    """The newest lines after `start` that say why a server ended."""
    with path.open("rb") as file:
        file.seek(max(start, path.stat().st_size - _TAIL))
        lines = file.read().decode(errors="replace").splitlines()
    return "; ".join(line for line in lines if "FATAL: " in line or "PANIC: " in line)
