"""Processes that lost their parent and became ours, because we are the subreaper: what ended of them is collected."""

from __future__ import annotations

import asyncio
import ctypes
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

LOOK_SECONDS = 1.0
OWNERLESS_SECONDS = 3.0
"""Who waits for a process does it within moments: one that is still uncollected after this is nobody's."""
PR_SET_CHILD_SUBREAPER = 36


def become_subreaper(*, wanted: bool = True) -> bool:
    """From now on orphans among our descendants become our children (or no longer). False: the system cannot do it."""
    # Not every kernel has this file, and without it orphans could not be found.
    if sys.platform != "linux" or not _children_file().exists():
        return False
    return bool(ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0) == 0)


class OrphanReaper:
    def __init__(self) -> None:
        self._seen: dict[int, float] = {}

    async def run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.collect(time.monotonic())

    def collect(self, now: float) -> None:
        self._seen = {pid: self._seen.get(pid, now) for pid in _ended_children()}
        for pid, since in self._seen.items():
            if now - since >= OWNERLESS_SECONDS:
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)


def _ended_children() -> list[int]:
    with suppress(OSError):
        return [pid for pid in map(int, _children_file().read_text().split()) if _has_ended(pid)]
    return []


def _has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def _children_file() -> Path:
    return Path(f"/proc/self/task/{os.getpid()}/children")
