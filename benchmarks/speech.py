"""Spoken calls: how soon the agent answers, how soon it is silent when it is spoken over, and what calls cost that
listen and that talk. The embedded engines hear and speak; the model says what it is told."""

from __future__ import annotations

import os

import uvloop

from benchmarks import speech_calls, speech_dialogue
from benchmarks.calls_setup import on_cores, site
from benchmarks.speech_silence import measure_silence
from benchmarks.table import Row

LONG = "BENCH_SPOKEN_CALLS"
"""How many calls are held one after the other, to see whether memory stays flat. Without it none: 500 take an hour."""


async def _measure() -> list[Row]:
    rows = await speech_dialogue.measure()
    cores = sorted(os.sched_getaffinity(0))
    voice, others = {cores[0]}, set(cores[1:]) or set(cores)
    with on_cores(others):
        async with site() as running_site:
            rows += await measure_silence(running_site)
            rows += await speech_calls.measure_listening(running_site, voice)
            rows += await speech_calls.measure_talking(running_site, voice)
            if calls := int(os.environ.get(LONG, "0")):
                rows += await speech_calls.measure_sequence(running_site, voice, calls)
    return rows


def run() -> list[Row]:
    return uvloop.run(_measure())
