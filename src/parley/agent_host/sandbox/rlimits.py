"""Resource limits of one child."""

from __future__ import annotations

import os
import resource
from contextlib import suppress

from parley.agent_host.sandbox.policy import Policy

MEGABYTE = 1024 * 1024
_STACK = 8 * MEGABYTE
_USUAL_ADDRESS_SPACE = 256 * MEGABYTE


def limit_resources(policy: Policy, counts_threads: bool, address_space: int) -> str:
    """`counts_threads`: the child has a user of its own, so the kernel's count per user counts its threads."""
    room = address_space + policy.memory_mb * MEGABYTE
    limits = {
        resource.RLIMIT_AS: room,
        resource.RLIMIT_NOFILE: policy.open_files,
        resource.RLIMIT_FSIZE: policy.file_mb * MEGABYTE,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: policy.cpu_seconds,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_STACK: _STACK,
    }
    if counts_threads:
        limits[resource.RLIMIT_NPROC] = policy.threads
    for kind, value in limits.items():
        with suppress(OSError, ValueError):
            _lower(kind, value)
    return f"{policy.memory_mb} MB"


def prefer_for_oom_kill(proc: int) -> None:
    """`proc`: the folder `/proc`, also where its name is out of sight."""
    with suppress(OSError), open(os.open("self/oom_score_adj", os.O_WRONLY, dir_fd=proc), "w") as score:
        score.write("700")


def give_way() -> None:
    """Agent code gets the processor when the serving process has nothing to do, or by its fair share, but never takes
    it away in the middle of a turn of somebody else's."""
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _lower(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def address_space(proc: int) -> int:
    with suppress(OSError), open(os.open("self/statm", os.O_RDONLY, dir_fd=proc)) as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
    return _USUAL_ADDRESS_SPACE
