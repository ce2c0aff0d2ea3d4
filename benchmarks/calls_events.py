"""How soon a call hears of an external event."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from functools import partial

from benchmarks.calls_agent import WAITS, awaited_events, woken_at
from benchmarks.calls_media import Sink, receive_media
from benchmarks.calls_setup import Site, free_port, until
from benchmarks.server import Connection
from benchmarks.table import Row

CALLS = 5
EVENTS = 50
SILENCE_SECONDS = 0.5
"""After so long without a sound the agent has nothing more to say."""


async def measure(running_site: Site, cores: set[int]) -> list[Row]:
    """Calls wait, and now and then an event comes for one of them."""
    port, callee = free_port(), running_site.callee
    path = "/v1/external-events/webhook?event_id_location=payload&event_id_path=id"
    path += f"&account_id={callee.project.account_id}&project_id={callee.project.id}"
    answered, woken, heard = [], [], []
    async with (
        running_site.role("serve", "platform", "--port", str(port), cores=cores),
        receive_media(CALLS) as sinks,
        running_site.callers(WAITS, sinks),
    ):
        connection = Connection(port, {"x-api-key": callee.events_key})
        await until(partial(_all_waiting, sinks))
        ids = await awaited_events(running_site.db)
        for number in range(EVENTS):
            begun = time.time()
            await connection.send("POST", path, {"id": ids[number % CALLS]})
            answered.append(time.time() - begun)
            await until(partial(_one_hears, sinks, begun))
            heard.append(min(filter(None, (sink.first_sound_after(begun) for sink in sinks))) - begun)
            await until(partial(_all_waiting, sinks))
            woken.append(await woken_at(running_site.db) - begun)
    told, floor, spoken = (statistics.median(took) * 1000 for took in (woken, answered, heard))
    return [
        Row("calls: an event reaches a waiting call, median (beside its answer)", told, floor, "ms", at_most=100),
        Row("calls: an event until the caller hears of it, median", spoken, floor, "ms"),
    ]


async def _all_waiting(sinks: Sequence[Sink]) -> bool:
    """The agent has spoken, and is silent."""
    return all(0 < sink.last_sound < time.time() - SILENCE_SECONDS for sink in sinks)


async def _one_hears(sinks: Sequence[Sink], since: float) -> bool:
    return any(sink.last_sound > since for sink in sinks)
