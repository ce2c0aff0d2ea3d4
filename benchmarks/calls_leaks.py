"""What calls leave behind: one after the other is placed, answered and hung up on."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial

from benchmarks.calls_agent import outbound_outcomes, place_calls
from benchmarks.calls_setup import Site, until
from benchmarks.processes import descriptors, resident_mb, threads, udp_sockets
from benchmarks.table import Row

FIRST, LATER = 1000, 500
"""Calls before the first look, and from then to the second. Python looks for cyclic garbage after 50,000 objects: some
hundred calls have to pass until the process is as large as it gets."""
SETTLED_SECONDS = 2.0
PATIENCE_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Lease:
    """What a process holds."""

    megabytes: float
    files: int
    sockets: int
    threads: int

    @classmethod
    def by(cls, pid: int) -> Lease:
        return cls(resident_mb(pid), len(descriptors(pid)), udp_sockets(pid), threads(pid))


async def measure(place: Site, pid: int) -> list[Row]:
    async with place.called(FIRST + LATER) as called:
        early = await _after(place, pid, FIRST, FIRST)
        begun = time.monotonic()
        late = await _after(place, pid, LATER, FIRST + LATER)
        took = time.monotonic() - begun - SETTLED_SECONDS
        assert await called.wait() == 0, "a call did not go as it should"
    outcomes = await outbound_outcomes(place.db)
    name = f"calls: after {LATER} outbound calls in sequence (beside before)"
    return [
        Row(f"calls: of {FIRST + LATER} outbound calls in sequence, successes", outcomes["success"], None, "",
            at_least=FIRST + LATER),
        Row("calls: outbound calls a second, in sequence", LATER / took, None, "1/s"),
        Row(f"{name}, memory", late.megabytes, early.megabytes, "MB", ratio_at_most=1.02),
        Row(f"{name}, open files", late.files, early.files, "", ratio_at_most=1),
        Row(f"{name}, UDP sockets", late.sockets, early.sockets, "", ratio_at_most=1),
        Row(f"{name}, threads", late.threads, early.threads, "", ratio_at_most=1),
    ]  # fmt: skip


async def _after(place: Site, pid: int, count: int, ended: int) -> Lease:
    await place_calls(place.db, place.callee.trunk, count)
    await until(partial(_have_ended, place, ended), PATIENCE_SECONDS)
    await asyncio.sleep(SETTLED_SECONDS)
    return Lease.by(pid)


async def _have_ended(place: Site, count: int) -> bool:
    outcomes = await outbound_outcomes(place.db)
    return outcomes["success"] + outcomes["failure"] >= count
