"""Files that are their owner's alone: written so that nobody ever sees them half written, not even after a crash, and
closed to others where they were left open."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

FOLDER_MODE, FILE_MODE = 0o700, 0o600
_ACL = "system.posix_acl_access"
_NO_ACL = (errno.ENODATA, errno.ENOTSUP)


def write_atomically(path: Path, content: bytes) -> None:
    """In the place of what is there."""
    with _written(path.parent, content) as made:
        made.replace(path)


def write_if_missing(path: Path, content: bytes) -> None:
    """Unless there is one already, or another process is faster."""
    with _written(path.parent, content) as made, suppress(FileExistsError):
        os.link(made, path)  # unlike a rename it fails where there is one, and the first one wins


@contextmanager
def written_privately(path: Path) -> Iterator[IO[bytes]]:
    """A file to write piece by piece. It takes the place of what is there when all of it was written."""
    with NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as out:
        made = Path(out.name)
        try:
            yield out
            out.flush()
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)


@contextmanager
def _written(folder: Path, content: bytes) -> Iterator[Path]:
    with NamedTemporaryFile(dir=folder, prefix=".new-", delete=False) as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())  # a name for content that is not yet on the disk would be an empty file after a crash
    made = Path(out.name)
    try:
        yield made
    finally:
        made.unlink(missing_ok=True)


def restrict_to_owner(paths: Iterable[Path]) -> list[Path]:
    """Takes away what others may do, of each that exists, is ours to change and no symbolic link. Those it changed."""
    return [path for path in paths if _restrict(path)]


def _restrict(path: Path) -> bool:
    try:
        # By descriptor: nobody can put a link there between the look and the change. A pipe must not block us.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return _restrict_open(descriptor)
    except PermissionError:  # it belongs to somebody else, who must see to it
        return False
    finally:
        os.close(descriptor)


def _restrict_open(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return False
    allowed = FOLDER_MODE if stat.S_ISDIR(mode) else FILE_MODE
    if _has_acl(descriptor):  # the bits of the group then say how far accounts reach that were let in by name
        allowed |= stat.S_IRWXG
    if stat.S_IMODE(mode) & ~allowed == 0:
        return False
    os.fchmod(descriptor, stat.S_IMODE(mode) & allowed)
    return True


def _has_acl(descriptor: int) -> bool:
    try:
        os.getxattr(descriptor, _ACL)
    except OSError as missing:
        if missing.errno not in _NO_ACL:
            raise
        return False
    return True
