"""Limits of a deployment: what is measured, and what a cgroup is told (on a pretended tree)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parley.agent_host.sandbox import cgroups, resource_usage
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.resource_usage import PAGE, TICKS, Usage

MEGABYTE = 1 << 20
POLICY = Policy(deployment_memory_mb=100, deployment_threads=10, deployment_cpus=1.5, scratch_mb=1, scratch_files=5)


def test_a_line_of_the_kernel_is_read_whatever_the_process_calls_itself() -> None:
    rest = " ".join(["S", *(str(n) for n in range(4, 60))])
    for name in ("python", "a b", ") 1 2 3 (", "x) R 1"):
        assert resource_usage.parse(f"4711 ({name}) {rest}\n") == Usage(14 + 15, 20, 24 * PAGE)


def test_the_largest_of_a_deployment_that_is_too_large_goes() -> None:
    children = {n: Usage(0, 1, (30 + n) * MEGABYTE) for n in range(3)}
    assert resource_usage.excess(children, POLICY, base=0) is None
    assert resource_usage.excess({**children, 9: Usage(0, 1, 40 * MEGABYTE)}, POLICY, base=0) == (9, "100 MB of memory")
    assert resource_usage.excess({**children, 9: Usage(0, 1, 40 * MEGABYTE)}, POLICY, base=20 * MEGABYTE) is None
    assert resource_usage.excess({1: Usage(0, 4, 0), 2: Usage(0, 7, 0)}, POLICY, base=0) == (2, "10 threads")


def test_processors_kept_busy() -> None:
    before = {1: Usage(0, 1, 0), 2: Usage(5 * TICKS, 1, 0)}
    now = {1: Usage(TICKS, 1, 0), 2: Usage(6 * TICKS, 1, 0), 3: Usage(99 * TICKS, 1, 0)}
    assert resource_usage.busy(before, now, 1.0) == 2.0
    assert resource_usage.busy(before, now, 0.0) == 0.0
    assert [Policy().cpus(n) for n in (1, 2, 8)] == [1.0, 1.0, 4.0]
    assert POLICY.cpus(64) == 1.5


def test_this_process_is_measured() -> None:
    proc = os.open("/proc", os.O_RDONLY)
    try:
        found = resource_usage.read(proc, os.getpid())
        assert found is not None
        assert found.threads >= 1
        assert found.resident > MEGABYTE
        assert resource_usage.read(proc, 2**30) is None
    finally:
        os.close(proc)


def test_files_are_counted_to_the_limit_and_no_further(tmp_path: Path) -> None:
    assert resource_usage.scratch_excess(tmp_path, POLICY) is None
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "big").write_bytes(os.urandom(2 * MEGABYTE))
    assert resource_usage.scratch_excess(tmp_path, POLICY) == "1 MB of temporary files"
    for n in range(5):
        (tmp_path / str(n)).touch()
    assert resource_usage.scratch_excess(tmp_path, POLICY) == "5 temporary files"


class Tree:
    """A folder that looks like a cgroup tree in which `parley.service` was given to us."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.service = root / "system.slice" / "parley.service"
        self.service.mkdir(parents=True)
        (root / "cgroup.controllers").write_text("cpu memory pids")
        (self.service / "cgroup.procs").write_text("")
        self.own = root / "own"
        self.at("/system.slice/parley.service")

    def at(self, path: str) -> None:
        self.own.write_text(f"12:pids:/elsewhere\n0::{path}\n")

    def find(self) -> cgroups.Cgroups | None:
        return cgroups.find("agents-1", self.root, self.own, lambda folder: folder == self.service)


@pytest.mark.parametrize("path", ["/system.slice/parley.service", "/system.slice/parley.service/main"])
def test_each_deployment_gets_a_cgroup_below_ours(tmp_path: Path, path: str) -> None:
    tree = Tree(tmp_path)
    tree.at(path)
    (tree.root / path.lstrip("/")).mkdir(exist_ok=True)
    found = tree.find()
    assert found is not None
    assert (tree.service / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    group = found.make("7", POLICY, processors=8)
    assert group is not None
    made = tree.service / "agents-1-7"
    written = {file.name: file.read_text() for file in made.iterdir()}
    assert written == {
        "memory.max": str(100 * MEGABYTE),
        "memory.swap.max": "0",
        "pids.max": "10",
        "cpu.max": "150000 100000",
        "cpu.weight": "50",
    }
    cgroups.join(group)
    assert (made / "cgroup.procs").read_text() == "0"
    os.close(group)


def test_our_own_processes_make_room(tmp_path: Path) -> None:
    """A cgroup with groups below it may hold no process: the kernel refuses to switch its controllers on."""
    tree = Tree(tmp_path)
    (tree.service / "cgroup.procs").write_text("11\n12\n")
    tree.find()
    assert (tree.service / "main" / "cgroup.procs").read_text() == "12"


def test_what_nobody_gave_us_is_left_alone(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert cgroups.find("agents-1", tree.root, tree.own, lambda folder: False) is None
    (tree.root / "cgroup.controllers").unlink()
    assert tree.find() is None
    assert cgroups.find("agents-1", tmp_path / "none", tree.own, lambda folder: True) is None
    assert sorted(tmp_path.rglob("*")) == [path for path in before if path.name != "cgroup.controllers"]


def test_a_group_that_cannot_be_limited_is_not_used(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    found = tree.find()
    assert found is not None
    (tree.service / "agents-1-7").mkdir()
    assert found.make("7", POLICY, processors=8) is None
