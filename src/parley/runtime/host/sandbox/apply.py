"""Puts every layer on a newborn child. The order matters: each step takes away what an earlier one needed."""

from __future__ import annotations

import os
import platform
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import parley
from parley.runtime.host.sandbox import landlock, privileges, seccomp
from parley.runtime.host.sandbox.kernel import PR_SET_PDEATHSIG, prctl
from parley.runtime.host.sandbox.limits import give_way, limit_resources, prefer_for_oom_kill
from parley.runtime.host.sandbox.policy import Policy, Report

_SHARED_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
_DATA = (
    "/usr/share/zoneinfo",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/certs",
    "/usr/share/ca-certificates",
    "/dev/urandom",
    "/dev/zero",
)
_NAME_RESOLUTION = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/run/systemd/resolve",
)


def interpreter_paths() -> list[Path]:
    """What a child must be able to read to go on importing."""
    return [*privileges.interpreter_folders(), Path(parley.__file__).resolve().parent]


def confine(policy: Policy, scratch: Path, user: int | None, paths: Sequence[Path]) -> Report:
    """`user`: whom to become, when this process is root and everybody can read the interpreter."""
    machine = platform.machine()
    prefer_for_oom_kill()
    give_way()
    memory = limit_resources(policy, counts_threads=user is not None)
    if user is not None:
        privileges.become(user)
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
        "user": str(os.geteuid()),
        "capabilities": capabilities,
        "filesystem": f"landlock {version}" if version else "open",
        "system calls": "filtered" if filtered else "open",
        "network": _network(policy, version, filtered),
    }


def _readable(policy: Policy) -> tuple[str, ...]:
    shared = _SHARED_LIBRARIES + _DATA
    return shared + _NAME_RESOLUTION if policy.network else shared


def _network(policy: Policy, version: int, filtered: bool) -> str:
    if not policy.network:
        if filtered:
            return "off"
        return "no TCP" if version >= 4 else "open"
    if policy.any_port:
        return "any port"
    return f"TCP {', '.join(map(str, policy.ports))}" if version >= 4 else "any port"
