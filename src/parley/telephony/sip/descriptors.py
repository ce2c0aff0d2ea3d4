"""Sockets that C code opened, which children would inherit: a child that outlives us would keep our ports."""

from __future__ import annotations

import os
import stat
from contextlib import suppress


def keep_sockets_from_children() -> None:
    for name in os.listdir("/proc/self/fd"):
        descriptor = int(name)
        with suppress(OSError):  # closed meanwhile
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode) and descriptor > 2:
                os.set_inheritable(descriptor, False)
