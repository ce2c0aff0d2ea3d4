"""The machine: files, memory, disk, clock, settings that are misspelt, Python."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.sandbox_check import check_sandbox, list_shortcomings
from parley.agent_host.zygote_client import SpawnFailed, ZygoteClient
from parley.cli.doctor.finding import Finding, Level
from parley.cli.environment import unknown_variables

FILES_BESIDE_CONNECTIONS = 512
"""Database connections, agent hosts, logs: what a process opens besides its clients."""
LEAST_MEMORY = 1 << 30
LITTLE_DISK, NO_DISK = 5 << 30, 512 << 20
GIGABYTE = 1 << 30
UNSYNCHRONISED = 5
"""What adjtimex() returns where nothing keeps the kernel's clock right."""
TIMEX_BYTES = 512
"""More than its structure has on any machine."""


def examine_files(connections: int, limit: int | None = None) -> Iterator[Finding]:
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if limit is None else limit
    wanted = connections + FILES_BESIDE_CONNECTIONS
    if soft >= wanted:
        yield Finding("machine", "open files", f"{soft} for each process")
    else:
        yield Finding(
            "machine",
            "open files",
            f"{soft} for each process",
            Level.WARNING,
            f"A process may have {connections} clients (PARLEY_HTTP_CONNECTIONS), each of which is an open file.",
            f"Raise the limit to {wanted}: `ulimit -n {wanted}`, LimitNOFILE in systemd, --ulimit in Docker; or lower "
            "the setting.",
        )


def examine_memory(meminfo: str | None = None) -> Iterator[Finding]:
    lines = (Path("/proc/meminfo").read_text() if meminfo is None else meminfo).splitlines()
    available = next((int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:")), None)
    if available is None:
        return
    what = f"{available / GIGABYTE:.1f} GB available"
    if available >= LEAST_MEMORY:
        yield Finding("machine", "memory", what)
    else:
        why = "All services together take about 1 GB, and speech recognition and agents come on top."
        yield Finding(
            "machine", "memory", what, Level.WARNING, why, "End what is not needed, or give the machine more."
        )


def examine_disk(data: Path, free: int | None = None) -> Iterator[Finding]:
    """Where the data folder is, or will be."""
    existing = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    left = shutil.disk_usage(existing).free if free is None else free
    what = f"{left / GIGABYTE:.1f} GB free in {existing}"
    if left >= LITTLE_DISK:
        yield Finding("machine", "disk", what)
        return
    why = "A database that finds no space stops, and recordings and logs are lost."
    yield Finding(
        "machine",
        "disk",
        what,
        Level.PROBLEM if left < NO_DISK else Level.WARNING,
        why,
        "Make space, move the data folder (--data, PARLEY_DATA), or keep conversations for a shorter time "
        "(`parley projects set … --retention-days`).",
    )


def examine_clock(state: int | None = None) -> Iterator[Finding]:
    if state is None:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    if 0 <= state < UNSYNCHRONISED:
        yield Finding("machine", "clock", "kept right by a time service")
    elif state == UNSYNCHRONISED:
        why = "Signatures of webhooks, sign-in links and leases compare times of different machines."
        todo = "Run chrony or systemd-timesyncd, on the host where this is a container."
        yield Finding("machine", "clock", "kept right by nothing", Level.WARNING, why, todo)


def examine_environment(environ: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    for name, hint in unknown_variables(environ):
        why = "It has no effect: what it was meant to set has its default."
        yield Finding("settings", name, "is no setting of Parley", Level.WARNING, why, (hint or " Unset it.").strip())
    if environ.get("PYTHONDONTWRITEBYTECODE"):
        why = "Python compiles every file again at every start, which takes seconds."
        yield Finding("settings", "PYTHONDONTWRITEBYTECODE", "is set", Level.WARNING, why, "Unset it.")


def examine_data_folder(data: Path) -> Iterator[Finding]:
    if not data.exists():
        return
    mode = data.stat().st_mode & 0o777
    if mode & 0o007:
        why = "It holds keys, secrets and what people said."
        todo = f"`chmod 700 {data}` (`parley up` does it at every start)."
        yield Finding("machine", "data folder", f"open to everybody ({mode:o})", Level.PROBLEM, why, todo)
    else:
        yield Finding("machine", "data folder", f"{data.absolute()}, closed to others")


AS_ROOT = "PARLEY_AGENT_AS_ROOT is set: agents' code may run as root."
WHY = "Agents' code is written by others: this is one of the layers that keep it from the machine and from each other."
GUIDE = "docs/sandbox.md says what each machine offers."


async def examine_sandbox(policy: Policy, may_be_root: bool) -> list[Finding]:
    client = ZygoteClient()
    try:
        report = await check_sandbox(policy, client)
    except SpawnFailed as failed:
        return [Finding("sandbox", "agent hosts", str(failed), Level.PROBLEM, "No function of any agent runs.", GUIDE)]
    finally:
        await client.aclose()
    return list(judge_sandbox(report, may_be_root))


def judge_sandbox(report: Report, may_be_root: bool) -> Iterator[Finding]:
    for layer, holds in report.items():
        yield Finding("sandbox", layer, holds)
    for sentence in list_shortcomings(report):
        what, _, todo = sentence.partition(": ")
        yield Finding("sandbox", "lacking", f"{what}.", Level.WARNING, WHY, f"{todo[:1].upper()}{todo[1:]} {GUIDE}")
    if may_be_root:
        why = "A mistake in the kernel or in the sandbox would give an agent the whole machine."
        yield Finding("sandbox", "root", AS_ROOT, Level.WARNING, why, "Unset it anywhere but on a development machine.")
