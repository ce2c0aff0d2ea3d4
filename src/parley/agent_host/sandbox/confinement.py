"""Puts every layer on a newborn child. The order matters: each step takes away what an earlier one needed."""

from __future__ import annotations

import os
import platform
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from parley.agent_host.sandbox import landlock, privileges, seccomp
from parley.agent_host.sandbox.libc import PR_SET_PDEATHSIG, prctl
from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.sandbox.readable_files import DEVICES, NAME_RESOLUTION, SYSTEM
from parley.agent_host.sandbox.rlimits import give_way, limit_resources


class StillRoot(Exception):
    """This process could not become another user, and may not run agent code as root."""


def confine(policy: Policy, scratch: Path, user: int | None, paths: Sequence[Path], address_space: int) -> Report:
    """`user`: whom to become, when this process is root."""
    machine = platform.machine()
    give_way()
    memory = limit_resources(policy, user is not None, address_space)
    if user is not None:
        privileges.become(user)
    if os.geteuid() == 0 and not policy.as_root:
        raise StillRoot
    capabilities = privileges.drop_capabilities(machine)
    privileges.forbid_new_privileges()
    # Changing the user clears the death signal, so it is set only now.
    with suppress(OSError):
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    version, filtered = 0, False
    with suppress(OSError):
        readable, writable = [*paths, *map(Path, _readable(policy))], [scratch, Path("/dev/null")]
        version = landlock.restrict(readable, writable, None if policy.any_port else policy.ports)
    with suppress(OSError):
        filtered = seccomp.install(machine, os.getpid(), policy.network)
    return {
        "memory": memory,
        "user": str(os.geteuid() or "root, by PARLEY_AGENT_AS_ROOT"),
        "capabilities": capabilities,
        "filesystem": f"landlock {version}" if version else "open",
        "system calls": "filtered" if filtered else "open",
        "network": _network(policy, version, filtered),
    }


def _readable(policy: Policy) -> tuple[str, ...]:
    shared = SYSTEM + DEVICES
    return shared + NAME_RESOLUTION if policy.network else shared


def _network(policy: Policy, version: int, filtered: bool) -> str:
    if not policy.network:
        if filtered:
            return "off"
        return "no TCP" if version >= 4 else "open"
    if policy.any_port:
        return "any port"
    return f"TCP {', '.join(map(str, policy.ports))}" if version >= 4 else "any port"
