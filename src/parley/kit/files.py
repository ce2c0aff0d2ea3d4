"""Files that are their owner's alone and that nobody ever sees half written, also not after a crash."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def put(path: Path, content: bytes) -> None:
    """In the place of what is there."""
    with _whole(path.parent, content) as made:
        made.replace(path)


def put_first(path: Path, content: bytes) -> None:
    """Unless there is one already, or another process is faster."""
    with _whole(path.parent, content) as made, suppress(FileExistsError):
        os.link(made, path)


@contextmanager
def _whole(folder: Path, content: bytes) -> Iterator[Path]:
    with NamedTemporaryFile(dir=folder, prefix=".new-", delete=False) as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    made = Path(out.name)
    try:
        yield made
    finally:
        made.unlink(missing_ok=True)
