"""What the children of a deployment use together, measured where there is no cgroup to hold them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.rlimits import MEGABYTE

PAGE = os.sysconf("SC_PAGESIZE")
TICKS = os.sysconf("SC_CLK_TCK")
_BLOCK = 512
"""The unit of `st_blocks`, whatever the file system's own blocks are."""


@dataclass(frozen=True, slots=True)
class ProcessUsage:
    ticks: int
    """Processor time so far."""
    threads: int
    resident: int
    """Bytes of memory."""


def parse_stat(stat: str) -> ProcessUsage:
    """A line of `/proc/<pid>/stat`; the name in it may hold anything, so what counts begins after it."""
    words = stat.rpartition(")")[2].split()
    return ProcessUsage(int(words[11]) + int(words[12]), int(words[17]), int(words[21]) * PAGE)


def read_usage(proc: int, process: int | str) -> ProcessUsage | None:
    with suppress(OSError, ValueError, IndexError), open(os.open(f"{process}/stat", os.O_RDONLY, dir_fd=proc)) as file:
        return parse_stat(file.read())
    return None


def parse_statm(statm: str) -> int:
    """A line of `/proc/<pid>/statm` → bytes that are of no file."""
    words = statm.split()
    return (int(words[1]) - int(words[2])) * PAGE


def read_anonymous(proc: int, process: int | str) -> int:
    """Files that are mapped, such as libraries, are not counted: all children share them."""
    with suppress(OSError, ValueError, IndexError), open(os.open(f"{process}/statm", os.O_RDONLY, dir_fd=proc)) as file:
        return parse_statm(file.read())
    return 0


def find_excess(usages: Mapping[int, ProcessUsage], policy: Policy, base: int) -> tuple[int, str] | None:
    """→ the child that uses most of what there is too much of, and what that is. `base`: memory of a new child, whose
    pages are mostly shared with the zygote."""
    memory = {child: max(usage.resident - base, 0) for child, usage in usages.items()}
    if sum(memory.values()) > policy.deployment_memory_mb * MEGABYTE:
        return max(memory, key=memory.__getitem__), f"{policy.deployment_memory_mb} MB of memory"
    threads = {child: usage.threads for child, usage in usages.items()}
    if sum(threads.values()) > policy.deployment_threads:
        return max(threads, key=threads.__getitem__), f"{policy.deployment_threads} threads"
    return None


def count_busy_processors(before: Mapping[int, ProcessUsage], now: Mapping[int, ProcessUsage], seconds: float) -> float:
    """How many processors the children kept busy between two measurements; a new child counts from the next one on."""
    ticks = sum(max(usage.ticks - before[child].ticks, 0) for child, usage in now.items() if child in before)
    return ticks / TICKS / seconds if seconds > 0 else 0.0


def find_scratch_excess(folder: Path, policy: Policy) -> str | None:
    """Of a folder on the machine's own disk, where no size can be set for it."""
    files = bytes_used = 0
    pending = [str(folder)]
    while pending:
        with suppress(OSError), os.scandir(pending.pop()) as entries:
            for entry in entries:
                files += 1
                # At once: counting on would take as long as agent code likes.
                if files > policy.scratch_files:
                    return f"{policy.scratch_files} temporary files"
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    bytes_used += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
    if bytes_used > policy.scratch_mb * MEGABYTE:
        return f"{policy.scratch_mb} MB of temporary files"
    return None
