"""One owner per data folder: who holds the lock may start a server there, end stale processes and make a cluster.

Clients are other processes that use the owner's server. An owner that started it for one command lets them finish.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from parley.storage.embedded.errors import AlreadyRunning, NotRunning
from parley.storage.embedded.layout import Layout, open_private
from parley.storage.embedded.process import is_alive

_ORPHANED_LOCK_SECONDS = 5.0
"""A killed owner's forked children hold its lock until they have noticed."""
_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Ownership:
    descriptor: int

    def give_up(self) -> None:
        os.ftruncate(self.descriptor, 0)
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class ClientLock:
    descriptor: int

    def end(self) -> None:
        os.close(self.descriptor)


async def become_owner(layout: Layout, patience: float) -> Ownership:
    """Waits for another live owner as long as `patience` says, then raises AlreadyRunning."""
    waited = 0.0
    while True:
        descriptor = _try_lock(layout.lock, fcntl.LOCK_EX)
        if descriptor is not None:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
            return Ownership(descriptor)
        pid = _owner(layout)
        owner_lives = pid is not None and is_alive(pid)
        if waited >= (patience if owner_lives else max(patience, _ORPHANED_LOCK_SECONDS)):
            raise AlreadyRunning(layout.data, pid)
        await asyncio.sleep(_POLL)
        waited += _POLL


def is_owned(layout: Layout) -> bool:
    if not layout.lock.exists():
        return False
    # Shared, so that two who ask at the same moment do not take each other for the owner.
    descriptor = _try_lock(layout.lock, fcntl.LOCK_SH)
    if descriptor is not None:
        os.close(descriptor)
    return descriptor is None


def register_client(layout: Layout) -> ClientLock:
    descriptor = _try_lock(layout.clients, fcntl.LOCK_SH)
    if descriptor is None:
        raise NotRunning(layout.data, "its owner is ending it, try again")
    return ClientLock(descriptor)


async def exclude_clients(layout: Layout, patience: float) -> ClientLock | None:
    """Waits until all clients are done; while this lock is held, none begins. None: some took too long."""
    waited = 0.0
    while waited <= patience:
        descriptor = _try_lock(layout.clients, fcntl.LOCK_EX)
        if descriptor is not None:
            return ClientLock(descriptor)
        await asyncio.sleep(_POLL)
        waited += _POLL
    return None


def _owner(layout: Layout) -> int | None:
    try:
        text = layout.lock.read_text()
    except FileNotFoundError:
        return None
    return int(text) if text.isdecimal() else None


def _try_lock(path: Path, kind: int) -> int | None:
    descriptor = open_private(path, os.O_RDWR)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    if _is_still(path, descriptor):
        return descriptor
    os.close(descriptor)
    return None


def _is_still(path: Path, descriptor: int) -> bool:
    """Somebody may have removed the file between our opening and our locking it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
