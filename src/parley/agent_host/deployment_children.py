"""The children of one deployment, as the zygote sees them: what they share, and what they may use together."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from parley.agent_host.sandbox import libc, resource_usage
from parley.agent_host.sandbox.cgroups import Cgroups
from parley.agent_host.sandbox.namespaces import Enclosure
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.resource_usage import Usage

_DEMOTED = 10
"""The nice value of children whose deployment takes more than its share of the processors."""
_SMOOTHING = 0.5
_SHUT = libc.MS_NOSUID | libc.MS_NODEV | libc.MS_NOEXEC
_PROCESSORS = os.cpu_count() or 1


@dataclass(slots=True)
class Child:
    number: int
    scratch: Path
    stopped: str = ""
    """Why it was stopped, when that was not the serving process' wish."""


class Group:
    def __init__(
        self, name: str, deployment: str, policy: Policy, enclosure: Enclosure, cgroups: Cgroups | None
    ) -> None:
        self.name = name
        self.deployment = deployment
        self.policy = policy
        self.children: dict[int, Child] = {}
        self._enclosure = enclosure
        self._cgroups = cgroups
        self._scratch = enclosure.scratch / name
        self.mounted = False
        self._seen: dict[int, Usage] = {}
        self._busy = 0.0
        self._demoted = False
        self.cgroup = cgroups.make(name, policy, _PROCESSORS) if cgroups is not None else None
        self._make_scratch()

    @property
    def report(self) -> dict[str, str]:
        """What of the sandbox is made outside of the child."""
        scratch = f"{self.policy.scratch_mb} MB, {self.policy.scratch_files} files"
        private = self._enclosure.private
        return {
            "visible files": "its own tree" if private else "names of all",
            "visible processes": "its own namespace" if private else "all",
            "scratch": scratch if self.mounted else f"{scratch}, measured",
            "deployment": "cgroup" if self.cgroup is not None else "measured",
        }

    def folder(self, number: int) -> Path:
        scratch = self._scratch / str(number)
        scratch.mkdir(mode=0o700)
        return scratch

    def measure(self, seconds: float, base: int) -> tuple[int, str] | None:
        """→ the child to stop because the deployment uses too much, and what of. Nothing where a cgroup sees to it."""
        if not self.mounted and (found := resource_usage.scratch_excess(self._scratch, self.policy)) is not None:
            return max(self.children), found
        if self.cgroup is not None:
            return None
        read = {process: resource_usage.read(self._enclosure.proc, process) for process in self.children}
        now = {process: found for process, found in read.items() if found is not None}
        self._demote(now, resource_usage.busy(self._seen, now, seconds))
        self._seen = now
        return resource_usage.excess(now, self.policy, base)

    def _demote(self, now: dict[int, Usage], busy: float) -> None:
        """An ordinary user cannot take it back: such a child keeps its low priority until it is replaced."""
        self._busy += (busy - self._busy) * _SMOOTHING
        demoted = self._busy > self.policy.cpus(_PROCESSORS)
        for process in now:
            if demoted != self._demoted or (demoted and process not in self._seen):
                self._renice(process, _DEMOTED if demoted else 0)
        self._demoted = demoted

    def _renice(self, process: int, value: int) -> None:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, value)
        # Where the kernel shares processors between sessions, each child is one, and its own value counts for nothing.
        with suppress(OSError):
            path = os.open(f"{process}/autogroup", os.O_WRONLY, dir_fd=self._enclosure.proc)
            with open(path, "w") as autogroup:
                autogroup.write(str(value))

    def close(self) -> Path:
        """Once no child is left → the folder that is still to be removed."""
        if self.mounted:
            with suppress(OSError):
                libc.unmount(str(self._scratch))
        if self.cgroup is not None and self._cgroups is not None:
            os.close(self.cgroup)
            self._cgroups.remove(self.name)
        return self._scratch

    def _make_scratch(self) -> None:
        self._scratch.mkdir(mode=0o711)
        if not self._enclosure.private:
            return
        options = f"mode=0711,size={self.policy.scratch_mb}m,nr_inodes={self.policy.scratch_files}"
        with suppress(OSError):
            libc.mount("parley-scratch", str(self._scratch), "tmpfs", _SHUT, options)
            self.mounted = True
