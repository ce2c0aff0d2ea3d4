"""The children of one deployment, as the zygote sees them: what they share, and what they may use together."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from parley.agent_host.sandbox import libc, resource_usage
from parley.agent_host.sandbox.cgroups import Cgroups
from parley.agent_host.sandbox.namespaces import SCRATCH_FLAGS, Namespaces
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.resource_usage import ProcessUsage

_DEMOTED = 10
"""The nice value of children whose deployment takes more than its share of the processors."""
_SMOOTHING = 0.5
"""How much of each measurement counts: a single busy half second demotes nobody."""
_PROCESSORS = os.cpu_count() or 1


@dataclass(slots=True)
class ChildProcess:
    number: int
    """The serving process' number for it, not the kernel's."""
    scratch: Path
    stopped: str = ""
    """Why it was stopped, when that was not the serving process' wish."""


class DeploymentChildren:
    def __init__(
        self, name: str, deployment: str, policy: Policy, namespaces: Namespaces, cgroups: Cgroups | None
    ) -> None:
        self.name = name
        self.deployment = deployment
        self.policy = policy
        self.children: dict[int, ChildProcess] = {}
        """By the number of the process."""
        self.scratch_in_memory = False
        self.cgroup = cgroups.create(name, policy, _PROCESSORS) if cgroups is not None else None
        self._namespaces = namespaces
        self._cgroups = cgroups
        self._scratch = namespaces.scratch / name
        self._measured: dict[int, ProcessUsage] = {}
        self._busy_processors = 0.0
        self._demoted = False
        self._create_scratch()

    @property
    def report(self) -> dict[str, str]:
        """What of the sandbox is made outside of the child."""
        scratch = f"{self.policy.scratch_mb} MB, {self.policy.scratch_files} files"
        private = self._namespaces.private
        return {
            "visible files": "its own tree" if private else "names of all",
            "visible processes": "its own namespace" if private else "all",
            "scratch": scratch if self.scratch_in_memory else f"{scratch}, measured",
            "deployment": "cgroup" if self.cgroup is not None else "measured",
        }

    def create_folder(self, number: int) -> Path:
        scratch = self._scratch / str(number)
        scratch.mkdir(mode=0o700)
        return scratch

    def find_child_to_stop(self, seconds: float, base: int) -> tuple[int, str] | None:
        """→ the child to stop because the deployment uses too much, and what of. Nothing where a cgroup sees to it.
        `seconds`: since the last time. `base`: memory of a new child."""
        if not self.scratch_in_memory:
            excess = resource_usage.find_scratch_excess(self._scratch, self.policy)
            if excess is not None:
                return max(self.children), excess
        if self.cgroup is not None:
            return None
        read = {process: resource_usage.read_usage(self._namespaces.proc, process) for process in self.children}
        now = {process: usage for process, usage in read.items() if usage is not None}
        self._adjust_priority(now, resource_usage.count_busy_processors(self._measured, now, seconds))
        self._measured = now
        return resource_usage.find_excess(now, self.policy, base)

    def measure_memory(self, base: int) -> int:
        """Bytes that its children use besides what they began with, `base`, and share with the zygote."""
        proc = self._namespaces.proc
        return sum(max(resource_usage.read_anonymous(proc, process) - base, 0) for process in self.children)

    def _adjust_priority(self, now: dict[int, ProcessUsage], busy: float) -> None:
        """An ordinary user cannot take it back: such a child keeps its low priority until it is replaced."""
        self._busy_processors += (busy - self._busy_processors) * _SMOOTHING
        demoted = self._busy_processors > self.policy.cpus(_PROCESSORS)
        for process in now:
            # A child that was started since the last look has an ordinary priority still.
            if demoted != self._demoted or (demoted and process not in self._measured):
                self._renice(process, _DEMOTED if demoted else 0)
        self._demoted = demoted

    def _renice(self, process: int, value: int) -> None:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, value)
        # Where the kernel shares processors between sessions, each child is one, and its own value counts for nothing.
        with suppress(OSError):
            path = os.open(f"{process}/autogroup", os.O_WRONLY, dir_fd=self._namespaces.proc)
            with open(path, "w") as autogroup:
                autogroup.write(str(value))

    def close(self) -> Path:
        """Once no child is left → the folder that is still to be removed."""
        if self.scratch_in_memory:
            with suppress(OSError):
                libc.unmount(str(self._scratch))
        if self.cgroup is not None and self._cgroups is not None:
            os.close(self.cgroup)
            self._cgroups.remove(self.name)
        return self._scratch

    def _create_scratch(self) -> None:
        self._scratch.mkdir(mode=0o711)
        # Outside of namespaces of our own, a mount would be one of the machine's.
        if not self._namespaces.private:
            return
        options = f"mode=0711,size={self.policy.scratch_mb}m,nr_inodes={self.policy.scratch_files}"
        with suppress(OSError):
            libc.mount("parley-scratch", str(self._scratch), "tmpfs", SCRATCH_FLAGS, options)
            self.scratch_in_memory = True
