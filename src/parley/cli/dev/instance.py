"""The instance that `parley dev` talks to: the one that runs on the data folder, or one started for the time being."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from parley.cli import credentials
from parley.cli.supervision.process_launch import PROGRAM, die_with_parent
from parley.kit.errors import ParleyError
from parley.settings import Settings
from parley.web.serve import PortTaken, bind

START_SECONDS = 120.0
LOOK_SECONDS = 0.1
SHOWN_LINES = 12
PORTS = {"--platform-port": 8080, "--build-port": 8081}


class InstanceNotStarted(ParleyError):
    """The instance did not start."""


@asynccontextmanager
async def running_instance(settings: Settings, environment: Mapping[str, str]) -> AsyncIterator[dict[str, Any]]:
    """Its addresses. `environment` is for one that is started here, and ends with us."""
    known = await asyncio.to_thread(credentials.read, settings.data)
    if await is_ready(known):
        yield known
        return
    log = settings.data / "logs" / "dev.log"
    log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    written_before = _written_at(settings.data)
    process = await _start(settings.data, log, environment)
    try:
        yield await _until_ready(settings.data, written_before, process, log)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def is_ready(known: Mapping[str, Any]) -> bool:
    if not isinstance(url := known.get("ops_url"), str):
        return False
    async with httpx.AsyncClient(trust_env=False, timeout=5) as client:
        try:
            return (await client.get(f"{url}/readyz")).is_success
        except (httpx.HTTPError, httpx.InvalidURL):
            return False


async def _start(data: Path, log: Path, environment: Mapping[str, str]) -> Process:
    with log.open("wb") as output:
        return await asyncio.create_subprocess_exec(
            *PROGRAM,
            "up",
            "--data",
            str(data),
            *(word for option, port in PORTS.items() for word in (option, str(_free(port)))),
            stdin=DEVNULL,
            stdout=output,
            stderr=output,
            env={**os.environ, **environment},
            start_new_session=True,  # a Ctrl-C is for us: the instance is told to stop
            preexec_fn=partial(die_with_parent, os.getpid()),
        )


def _free(port: int) -> int:
    """The usual port if it is free: an address that stays the same can stay open in a browser."""
    try:
        bind("127.0.0.1", port).close()
    except PortTaken:
        return 0
    return port


async def _until_ready(data: Path, written_before: int, process: Process, log: Path) -> dict[str, Any]:
    try:
        async with asyncio.timeout(START_SECONDS):
            while process.returncode is None:
                if _written_at(data) != written_before and await is_ready(known := credentials.read(data)):
                    return known
                await asyncio.sleep(LOOK_SECONDS)
    except TimeoutError:
        raise InstanceNotStarted(f"The instance did not start within {START_SECONDS:.0f} s: see {log}.") from None
    words = await asyncio.to_thread(log.read_text, errors="replace")
    raise InstanceNotStarted("\n".join(["The instance did not start:", *words.strip().splitlines()[-SHOWN_LINES:]]))


def _written_at(data: Path) -> int:
    try:
        return (data / credentials.FILE).stat().st_mtime_ns
    except OSError:
        return 0
