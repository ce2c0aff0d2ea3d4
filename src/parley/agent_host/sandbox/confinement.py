"""The layers that a new child puts on itself. The order matters: each step takes away what an earlier one needed."""

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
from parley.agent_host.sandbox.rlimits import set_rlimits, use_batch_scheduling


class StillRoot(Exception):
    """This process could not become another user, and may not run agent code as root."""


def confine(policy: Policy, scratch: Path, user: int | None, paths: Sequence[Path], address_space: int) -> Report:
    """`user`: whom to become, when this process is root."""
    machine = platform.machine()
    # First, because the filter at the end refuses these calls.
    use_batch_scheduling()
    memory = set_rlimits(policy, user is not None, address_space)
    if user is not None:
        privileges.switch_user(user)
    # Checked instead of trusting the return value: whatever went wrong above, root never runs agent code by accident.
    if os.geteuid() == 0 and not policy.as_root:
        raise StillRoot
    capabilities = privileges.drop_capabilities(machine)
    # Landlock and seccomp demand it of processes without capabilities.
    privileges.forbid_new_privileges()
    # Changing the user clears the death signal, so it is set only now.
    with suppress(OSError):
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    version, filtered = 0, False
    # Landlock before seccomp: the filter does not let its system calls pass.
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
        "network": _describe_network(policy, version, filtered),
    }


def _readable(policy: Policy) -> tuple[str, ...]:
    shared = SYSTEM + DEVICES
    return shared + NAME_RESOLUTION if policy.network else shared


def _describe_network(policy: Policy, version: int, filtered: bool) -> str:
    """Landlock knows TCP ports from version 4 on; without a network, the filter alone refuses to make sockets."""
    if not policy.network:
        if filtered:
            return "off"
        return "no TCP" if version >= 4 else "open"
    if policy.any_port:
        return "any port"
    return f"TCP {', '.join(map(str, policy.ports))}" if version >= 4 else "any port"
