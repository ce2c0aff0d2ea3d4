"""One owner per data folder: who holds the lock may start a server there, end leftovers and make a cluster."""

from __future__ import annotations

import asyncio
import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from parley.storage.embedded.errors import AlreadyRunning
from parley.storage.embedded.layout import Layout, open_private
from parley.storage.embedded.process import is_alive

_GHOST_PATIENCE = 5.0
"""A killed owner's forked children hold its lock until they have noticed."""
_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Ownership:
    descriptor: int

    def give_up(self) -> None:
        os.ftruncate(self.descriptor, 0)
        os.close(self.descriptor)


async def become_owner(layout: Layout, patience: float) -> Ownership:
    """Waits for another live owner as long as `patience` says, then raises AlreadyRunning."""
    waited = 0.0
    while True:
        try:
            return _take(layout)
        except AlreadyRunning as held:
            owner_lives = held.pid is not None and is_alive(held.pid)
            if waited >= (patience if owner_lives else max(patience, _GHOST_PATIENCE)):
                raise
        await asyncio.sleep(_POLL)
        waited += _POLL


def is_owned(layout: Layout) -> bool:
    try:
        descriptor = os.open(layout.lock, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _take(layout: Layout) -> Ownership:
    descriptor = open_private(layout.lock, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not _is_still(layout.lock, descriptor):
            raise AlreadyRunning(layout.data, None)
    except (BlockingIOError, AlreadyRunning):
        pid = os.pread(descriptor, 20, 0)
        os.close(descriptor)
        raise AlreadyRunning(layout.data, int(pid) if pid.isdigit() else None) from None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return Ownership(descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    """Somebody may have removed the file between our opening and our locking it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
