"""What a call must not leave behind for the next one, which may be another conversation's: threads and files."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from parley.runtime.host.sandbox.kernel import CLONE_THREAD, unshare

_PAUSES = (0.0, 0.0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.004, 0.008)
"""Threads that were joined need a moment to be gone; others do not get much more."""


class Tidying:
    def __init__(self, scratch: Path) -> None:
        self._scratch = str(scratch)

    def done(self) -> bool:
        """False: this process is not fit for another call."""
        return self._threads_are_gone() and self._scratch_is_empty()

    def _threads_are_gone(self) -> bool:
        if alone():
            return True
        for pause in _PAUSES:
            time.sleep(pause)
            if alone():
                return True
        return False

    def _scratch_is_empty(self) -> bool:
        try:
            os.chdir(self._scratch)
            with os.scandir(self._scratch) as entries:
                left = list(entries)
            for entry in left:
                _remove(entry)
            return not left or not os.listdir(self._scratch)
        except (OSError, RecursionError):
            return False


def alone() -> bool:
    """Whether this process has one thread. The kernel counts, so that it does not matter who made the others; asking it
    to leave a thread group changes nothing for a process that is alone in it."""
    try:
        unshare(CLONE_THREAD)
    except OSError:
        return False
    return True


def _remove(entry: os.DirEntry[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        with suppress(OSError):
            os.rmdir(entry.path)
            return
        shutil.rmtree(entry.path, ignore_errors=True)
    else:
        with suppress(FileNotFoundError):
            os.unlink(entry.path)
