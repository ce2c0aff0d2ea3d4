"""What a call must not leave behind for the next one, which may be another conversation's: threads, timers, files."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from signal import ITIMER_PROF, ITIMER_REAL, ITIMER_VIRTUAL, setitimer
from time import sleep

from parley.agent_host.sandbox.libc import CLONE_THREAD, unshare

_PAUSES = (0.0, 0.0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.004, 0.008)
"""Seconds. Threads that were joined need a moment to be gone; others do not get much more."""


class CallCleanup:
    def __init__(self, scratch: Path, in_memory: bool) -> None:
        """`in_memory`: scratch is a tmpfs, where the size of a folder grows with each entry. It is empty now."""
        self._scratch = str(scratch)
        self._empty_size = os.stat(scratch).st_size if in_memory else None

    def run(self) -> bool:
        """False: this process is not fit for another call."""
        # A timer of this call would go off in the next one, and its signal ends the process.
        for timer in (ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF):
            setitimer(timer, 0)
        return self._threads_are_gone() and self._empty_scratch()

    def _threads_are_gone(self) -> bool:
        if is_single_threaded():
            return True
        for pause in _PAUSES:
            sleep(pause)
            if is_single_threaded():
                return True
        return False

    def _empty_scratch(self) -> bool:
        try:
            # The call may have left its working directory in a folder that is removed below.
            os.chdir(self._scratch)
            # One call to the kernel for the many functions that write no file.
            if os.stat(".").st_size == self._empty_size:
                return True
            with os.scandir(self._scratch) as entries:
                left = list(entries)
            for entry in left:
                _remove(entry)
            return not left or not os.listdir(self._scratch)
        # rmtree recurses: folders nested by the thousand are a way to stay.
        except (OSError, RecursionError):
            return False


def is_single_threaded() -> bool:
    """The kernel counts, so that it does not matter who made the other threads. Asking it to leave a thread group
    changes nothing for a process that is alone in it, and fails for any other."""
    try:
        unshare(CLONE_THREAD)
    except OSError:
        return False
    return True


def _remove(entry: os.DirEntry[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        # An empty folder goes even when its mode lets nobody look into it.
        with suppress(OSError):
            os.rmdir(entry.path)
            return
        shutil.rmtree(entry.path, ignore_errors=True)
    else:
        with suppress(FileNotFoundError):
            os.unlink(entry.path)
