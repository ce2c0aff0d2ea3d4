"""One owner per data folder: who holds the lock may start a server there, end leftovers and make a cluster.

Visitors are other processes that use the owner's server; an owner that is itself only passing by lets them finish.
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

_GHOST_PATIENCE = 5.0
"""A killed owner's forked children hold its lock until they have noticed."""
_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Ownership:
    descriptor: int

    def give_up(self) -> None:
        os.ftruncate(self.descriptor, 0)
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class Visit:
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
        if waited >= (patience if owner_lives else max(patience, _GHOST_PATIENCE)):
            raise AlreadyRunning(layout.data, pid)
        await asyncio.sleep(_POLL)
        waited += _POLL


def is_owned(layout: Layout) -> bool:
    if not layout.lock.exists():
        return False
    descriptor = _try_lock(layout.lock, fcntl.LOCK_SH)
    if descriptor is not None:
        os.close(descriptor)
    return descriptor is None


def begin_visit(layout: Layout) -> Visit:
    descriptor = _try_lock(layout.visitors, fcntl.LOCK_SH)
    if descriptor is None:
        raise NotRunning(layout.data, "its owner is ending it, try again")
    return Visit(descriptor)


async def last_visit(layout: Layout, patience: float) -> Visit | None:
    """Waits until all visitors have left; while this visit lasts, no other begins. None: some stayed too long."""
    waited = 0.0
    while waited <= patience:
        descriptor = _try_lock(layout.visitors, fcntl.LOCK_EX)
        if descriptor is not None:
            return Visit(descriptor)
        await asyncio.sleep(_POLL)
        waited += _POLL
    return None


def _owner(layout: Layout) -> int | None:
    try:
        text = layout.lock.read_text()
    except FileNotFoundError:
        return None
    return int(text) if text.isdigit() else None


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
