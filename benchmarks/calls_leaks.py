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
class Footprint:
    """What a process holds."""

    megabytes: float
    files: int
    sockets: int
    threads: int

    @classmethod
    def of_process(cls, pid: int) -> Footprint:
        return cls(resident_mb(pid), len(descriptors(pid)), udp_sockets(pid), threads(pid))


async def measure(running_site: Site, pid: int) -> list[Row]:
    async with running_site.called(FIRST + LATER) as called:
        before = await _measure_after(running_site, pid, FIRST, FIRST)
        begun = time.monotonic()
        after = await _measure_after(running_site, pid, LATER, FIRST + LATER)
        took = time.monotonic() - begun - SETTLED_SECONDS
        assert await called.wait() == 0, "a call did not go as it should"
    outcomes = await outbound_outcomes(running_site.db)
    name = f"calls: after {LATER} outbound calls in sequence (beside before)"
    return [
        Row(f"calls: of {FIRST + LATER} outbound calls in sequence, successes", outcomes["success"], None, "",
            at_least=FIRST + LATER),
        Row("calls: outbound calls a second, in sequence", LATER / took, None, "1/s"),
        Row(f"{name}, memory", after.megabytes, before.megabytes, "MB", ratio_at_most=1.02),
        Row(f"{name}, open files", after.files, before.files, "", ratio_at_most=1),
        Row(f"{name}, UDP sockets", after.sockets, before.sockets, "", ratio_at_most=1),
        Row(f"{name}, threads", after.threads, before.threads, "", ratio_at_most=1),
    ]  # fmt: skip


async def _measure_after(running_site: Site, pid: int, count: int, ended: int) -> Footprint:
    await place_calls(running_site.db, running_site.callee.trunk, count)
    await until(partial(_calls_ended, running_site, ended), PATIENCE_SECONDS)
    await asyncio.sleep(SETTLED_SECONDS)
    return Footprint.of_process(pid)


async def _calls_ended(running_site: Site, count: int) -> bool:
    outcomes = await outbound_outcomes(running_site.db)
    return outcomes["success"] + outcomes["failure"] >= count
