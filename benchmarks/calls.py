"""Phone calls: thirty at once on one core, what each of them weighs, whether five hundred leave anything behind, and
how soon a call hears of an external event. sipp speaks SIP with a real `parley voice`; the media is counted here."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

import uvloop

from benchmarks import calls_events, calls_leaks
from benchmarks.calls_agent import OWN_WORDS, SAME_WORDS
from benchmarks.calls_media import FRAME_BYTES, Sink, p99, receive_media
from benchmarks.calls_setup import Site, on_cores, site, until
from benchmarks.processes import cpu_seconds, descendants, proportional_mb, resident_mb
from benchmarks.table import Row

CALLS = 30
WINDOW_SECONDS = 10.0
"""In which all of them talk, and CPU is counted."""


@dataclass(frozen=True, slots=True)
class Measurement:
    sinks: Sequence[Sink]
    cpu: float
    """Percent of a core that the voice process and its agent hosts used while all talked."""
    peer_cpu: float
    """What it took us to receive and to send as many packets, and nothing else."""
    voice_mb: float
    """MB of the voice process meanwhile."""
    hosts_mb: float
    """MB of its agent hosts, each with its share of what they have in common."""

    @property
    def frames(self) -> int:
        return sum(len(sink.packets) for sink in self.sinks)

    @property
    def lost(self) -> int:
        return sum(sink.lost for sink in self.sinks)

    @property
    def gap(self) -> float:
        return p99([gap for sink in self.sinks for gap in sink.gaps])


async def _measure() -> list[Row]:
    cores = sorted(os.sched_getaffinity(0))
    voice, others = {cores[0]}, set(cores[1:]) or set(cores)
    with on_cores(others):
        async with site() as running_site:
            async with running_site.role("voice", "--port", "0", cores=voice) as pid:
                rows = await _measure_concurrent(running_site, pid)
                rows += await calls_events.measure(running_site, others)
            async with running_site.role("voice", "--port", "0", cores=voice) as pid:
                return rows + await calls_leaks.measure(running_site, pid)


async def _measure_concurrent(running_site: Site, pid: int) -> list[Row]:
    before = resident_mb(pid)
    alone = await _measure_calls(running_site, pid, SAME_WORDS, 1)
    expected = alone.sinks[0].sound
    same = await _measure_calls(running_site, pid, SAME_WORDS, CALLS)
    own = await _measure_calls(running_site, pid, OWN_WORDS, CALLS)
    starved = sum(count_wrong_frames(sink.sound, expected) for sink in same.sinks)
    name = f"calls: {CALLS} at once on one core"
    return [
        Row(f"{name}, frames sent", same.frames + own.frames, None, ""),
        Row(f"{name}, frames lost", same.lost + own.lost, None, "", at_most=0),
        Row(f"{name}, frames without the sound that belongs there", starved, None, "", at_most=0),
        Row(
            f"{name}, frames a second in the slowest call",
            min(map(frames_per_second, same.sinks)),
            frames_per_second(alone.sinks[0]),
            "1/s",
            at_least=49.9,
        ),
        Row(f"{name}, between frames, p99 (beside one call)", same.gap, alone.gap, "ms", at_most=40),
        Row(f"{name}, CPU (beside that of the other side)", same.cpu, same.peer_cpu, "%", at_most=100),
        Row(f"{name}, CPU, each told something else", own.cpu, own.peer_cpu, "%", at_most=100),
        Row("calls: memory a call", (same.voice_mb - before) / CALLS, None, "MB", at_most=15),
        Row("calls: memory a call, with all agent hosts", (same.voice_mb - before + same.hosts_mb) / CALLS, None, "MB"),
    ]


async def _measure_calls(running_site: Site, pid: int, number: str, count: int) -> Measurement:
    """All call, hear what the agent has to say, and are hung up on."""
    async with receive_media(count) as sinks, running_site.callers(number, sinks) as callers:
        await until(lambda: _all_hear_speech(sinks))
        family = [pid, *descendants(pid)]
        before, ours, begun = sum(map(cpu_seconds, family)), time.process_time(), time.monotonic()
        await asyncio.sleep(WINDOW_SECONDS)
        took = time.monotonic() - begun
        cpu, peer = sum(map(cpu_seconds, family)) - before, time.process_time() - ours
        assert all(time.time() - sink.packets[-1][1] < 1 for sink in sinks), "a call was over before all were measured"
        voice_mb, hosts_mb = resident_mb(pid), sum(map(proportional_mb, family[1:]))
        async with asyncio.timeout(60):
            assert await callers.wait() == 0, "a call did not go as it should"
    return Measurement(sinks, cpu / took * 100, peer / took * 100, voice_mb, hosts_mb)


async def _all_hear_speech(sinks: Sequence[Sink]) -> bool:
    return all(sink.last_sound for sink in sinks)


def frames_per_second(sink: Sink) -> float:
    """Frames a second."""
    return (len(sink.packets) - 1) / (sink.packets[-1][1] - sink.packets[0][1])


def count_wrong_frames(heard: bytes, expected: bytes) -> int:
    """Of a call whose sound was not there in time: it has frames of silence in between, and is longer for it."""
    if len(heard) > len(expected):
        return -(-(len(heard) - len(expected)) // FRAME_BYTES)
    starts = range(0, len(expected), FRAME_BYTES)
    return sum(heard[at : at + FRAME_BYTES] != expected[at : at + FRAME_BYTES] for at in starts)


def run() -> list[Row]:
    return uvloop.run(_measure())
