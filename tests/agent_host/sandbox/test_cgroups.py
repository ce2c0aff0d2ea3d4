"""What a cgroup of a deployment is told, on a pretended tree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parley.agent_host.sandbox import cgroups
from parley.agent_host.sandbox.policy import Policy

MEGABYTE = 1 << 20
POLICY = Policy(deployment_memory_mb=100, deployment_threads=10, deployment_cpus=1.5)


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
        return cgroups.find_delegated("agents-1", self.root, self.own, lambda folder: folder == self.service)


@pytest.mark.parametrize("path", ["/system.slice/parley.service", "/system.slice/parley.service/main"])
def test_each_deployment_gets_a_cgroup_below_ours(tmp_path: Path, path: str) -> None:
    tree = Tree(tmp_path)
    tree.at(path)
    (tree.root / path.lstrip("/")).mkdir(exist_ok=True)
    found = tree.find()
    assert found is not None
    assert (tree.service / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    group = found.create("7", POLICY, processors=8)
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
    assert cgroups.find_delegated("agents-1", tree.root, tree.own, lambda folder: False) is None
    (tree.root / "cgroup.controllers").unlink()
    assert tree.find() is None
    assert cgroups.find_delegated("agents-1", tmp_path / "none", tree.own, lambda folder: True) is None
    assert sorted(tmp_path.rglob("*")) == [path for path in before if path.name != "cgroup.controllers"]


def test_a_group_that_cannot_be_limited_is_not_used(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    found = tree.find()
    assert found is not None
    (tree.service / "agents-1-7").mkdir()
    assert found.create("7", POLICY, processors=8) is None
