"""Files and folders that were left open to others are closed to them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
_ACL = "system.posix_acl_access"
_NO_ACL = (errno.ENODATA, errno.ENOTSUP)


def narrow(paths: Iterable[Path]) -> list[Path]:
    """Takes away what others may do, of each that exists, is ours to change and no symbolic link. What was changed."""
    return [path for path in paths if _narrow(path)]


def _narrow(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return _narrow_open(descriptor)
    except PermissionError:  # it belongs to somebody else, who must see to it
        return False
    finally:
        os.close(descriptor)


def _narrow_open(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return False
    allowed = FOLDER if stat.S_ISDIR(mode) else FILE
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
