"""What the measurements of the records share: who is asked, and how one figure comes of many askings."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from benchmarks.records_client import Client
from benchmarks.records_data import Floors


@dataclass(frozen=True, slots=True)
class Bench:
    pid: int
    port: int
    bare_port: int
    """Of an app in the same server that does nothing but run the SQL of a first page."""
    dsn: str
    account: str
    project: str
    conversations_key: str
    concurrency_key: str
    count: int
    floors: Floors

    def client(self) -> Client:
        return Client(self.port, f"/v3/{self.account}/{self.project}/conversations", self.conversations_key)

    def concurrency_client(self) -> Client:
        path = f"/v1/{self.account}/{self.project}/conversations/concurrency"
        return Client(self.port, path, self.concurrency_key)


def within(span: timedelta) -> dict[str, str]:
    """A year ends now; less than that, a hundred days ago."""
    end = datetime.now(UTC) - timedelta(days=0 if span.days >= 365 else 100)
    return {"start_time": (end - span).isoformat(), "end_time": end.isoformat()}


async def alternately(times: int, *each: Callable[[], Awaitable[object]]) -> list[float]:
    """The median milliseconds of each, one after the other and again: the machine may be busy with other things."""
    took: list[list[float]] = [[] for _ in each]
    for number in range(times + 1):
        for place, act in enumerate(each):
            begun = time.perf_counter()
            await act()
            if number:  # the first time everything is cold
                took[place].append((time.perf_counter() - begun) * 1000)
    return [statistics.median(ones) for ones in took]
