"""Resource limits of one child."""

from __future__ import annotations

import os
import resource
from contextlib import suppress

from parley.agent_host.sandbox.policy import Policy

MEGABYTE = 1024 * 1024
_STACK = 8 * MEGABYTE
"""A recursion in C ends the process here, also where the service itself was started without a limit."""
_USUAL_ADDRESS_SPACE = 256 * MEGABYTE
"""Taken for that of a new child where `/proc` cannot be read."""
_OOM_SCORE = "700"
"""Of 1000: when the machine runs out of memory, the kernel ends agents before it ends what serves them."""


def set_rlimits(policy: Policy, counts_threads: bool, address_space: int) -> str:
    """`counts_threads`: the child has a user of its own, so the kernel's count per user counts its threads. Otherwise
    the limit would count every process of whoever runs Parley."""
    limits = {
        # What the interpreter already maps is not the agent's: it comes on top.
        resource.RLIMIT_AS: address_space + policy.memory_mb * MEGABYTE,
        resource.RLIMIT_NOFILE: policy.open_files,
        resource.RLIMIT_FSIZE: policy.file_mb * MEGABYTE,
        # A core dump would hold a conversation.
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
        score.write(_OOM_SCORE)


def use_batch_scheduling() -> None:
    """Agent code gets the processor when the serving process has nothing to do, or by its fair share, but never takes
    it away in the middle of a turn of somebody else's."""
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _lower(kind: int, value: int) -> None:
    """Soft and hard limit: one that could be raised again would be none."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def read_address_space(proc: int) -> int:
    with suppress(OSError), open(os.open("self/statm", os.O_RDONLY, dir_fd=proc)) as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
    return _USUAL_ADDRESS_SPACE
