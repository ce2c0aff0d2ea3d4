"""What spoken calls cost a voice process: those that listen, those in which both sides talk, and many of them one after
the other. sipp calls; the benchmark speaks for the callers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from benchmarks.calls_agent import TALKS, WAITS
from benchmarks.calls_leaks import Footprint
from benchmarks.calls_media import Sink, receive_media
from benchmarks.calls_setup import Site, until
from benchmarks.processes import cpu_seconds, descendants
from benchmarks.table import Row
from parley.providers.speech.synthesizer import create_synthesizer
from parley.telephony.streams.codecs import encode_mu_law
from tests.fake_openai import Body, Reply, call, fake_openai, words

LISTENING, TALKING = 20, 4
WINDOW_SECONDS = 20.0
LOADED_SECONDS = 20.0
"""Until models are loaded and prompts are spoken ahead: what a process does once."""
SETTLED_SECONDS = 3.0
SAYS = "I would like to book a table for four people on Friday evening, please."
ANSWER = "I have a table for you on Friday, at half past seven in the evening. Would you like that?"
TURN_SECONDS = 10.0
"""A caller speaks once in this time, and hears the answer in the rest of it."""
FIRST_CALLS = 20
"""Until the process is as large as it gets: models are loaded, caches filled."""
SPOKEN = {"PARLEY_SPEECH": "auto", "PARLEY_RECOGNITION": "moonshine"}


async def measure_listening(running_site: Site, cores: set[int]) -> list[Row]:
    async with (
        running_site.role("voice", "--port", "0", cores=cores, settings=SPOKEN) as pid,
        receive_media(LISTENING) as sinks,
        running_site.callers(WAITS, sinks),
    ):
        await until(partial(_all_hear, sinks))
        await asyncio.sleep(LOADED_SECONDS)
        used = await _cpu(pid)
    name = f"speech: a call that listens, of {LISTENING} on one core, CPU"
    return [Row(name, used / LISTENING, None, "%", at_most=3)]


async def measure_talking(running_site: Site, cores: set[int]) -> list[Row]:
    async with _talking(running_site, cores, ends=False) as pid, receive_media(TALKING) as sinks:
        await _speak(sinks)
        async with running_site.callers(TALKS, sinks):
            await until(partial(_all_hear, sinks))
            await asyncio.sleep(LOADED_SECONDS)
            used = await _cpu(pid)
    each = used / TALKING
    return [
        Row(f"speech: a call in which both talk, of {TALKING} on one core, CPU with recognition", each, None, "%"),
        Row("speech: such calls a core", 100 / each, None, ""),
    ]


async def measure_sequence(running_site: Site, cores: set[int], calls: int) -> list[Row]:
    async with _talking(running_site, cores, ends=True) as pid:
        before = await _hold(running_site, pid, FIRST_CALLS)
        after = await _hold(running_site, pid, calls)
    name = f"speech: after {calls} spoken calls in sequence (beside before)"
    return [
        Row(f"{name}, memory", after.megabytes, before.megabytes, "MB", ratio_at_most=1.05),
        Row(f"{name}, open files", after.files, before.files, "", ratio_at_most=1),
        Row(f"{name}, threads", after.threads, before.threads, "", ratio_at_most=1),
    ]


async def _hold(running_site: Site, pid: int, calls: int) -> Footprint:
    for _ in range(calls):
        async with receive_media(1) as sinks:
            await _speak(sinks)
            async with running_site.callers(TALKS, sinks) as callers:
                assert await asyncio.wait_for(callers.wait(), 120) == 0, "a call did not go as it should"
    await asyncio.sleep(SETTLED_SECONDS)
    return Footprint.of_process(pid)


@asynccontextmanager
async def _talking(running_site: Site, cores: set[int], *, ends: bool) -> AsyncIterator[int]:
    """A voice process with a model that answers, or ends the call when somebody has said something."""

    def answer(body: Body) -> Reply:
        said = [message for message in body["messages"] if message["role"] == "user" and message["content"]]
        return call("goodbye") if ends and said else words(ANSWER)

    async with fake_openai() as model:
        model.otherwise = answer
        settings = {**SPOKEN, "PARLEY_LLM_BASE_URL": model.url, "PARLEY_LLM_MODEL": "bench"}
        async with running_site.role("voice", "--port", "0", cores=cores, settings=settings) as pid:
            yield pid


async def _speak(sinks: Sequence[Sink]) -> None:
    """Each begins at another moment."""
    synthesizer = create_synthesizer("flite")
    pieces = synthesizer.synthesize(SAYS, "en-US", {"provider": "flite"})
    speech = encode_mu_law(b"".join([piece async for piece in pieces if isinstance(piece, bytes)]))
    await synthesizer.aclose()
    turn = speech.ljust(round(TURN_SECONDS * 8000), b"\xff")
    for number, sink in enumerate(sinks):
        start = (len(turn) // 2 + number * len(turn) // len(sinks)) % len(turn) // 160 * 160
        sink.says = turn[start:] + turn[:start]


async def _all_hear(sinks: Sequence[Sink]) -> bool:
    return all(sink.last_sound for sink in sinks)


async def _cpu(pid: int) -> float:
    """Percent of a core, of the process and all that it started."""
    family = [pid, *descendants(pid)]
    before, begun = sum(map(cpu_seconds, family)), time.monotonic()
    await asyncio.sleep(WINDOW_SECONDS)
    return (sum(map(cpu_seconds, family)) - before) / (time.monotonic() - begun) * 100
