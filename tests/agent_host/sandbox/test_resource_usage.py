"""What the children of a deployment use together is measured, and the largest is named when it is too much."""

from __future__ import annotations

import os
from pathlib import Path

from parley.agent_host.sandbox import resource_usage
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.resource_usage import PAGE, TICKS, ProcessUsage

MEGABYTE = 1 << 20
POLICY = Policy(deployment_memory_mb=100, deployment_threads=10, deployment_cpus=1.5, scratch_mb=1, scratch_files=5)


def test_a_line_of_the_kernel_is_read_whatever_the_process_calls_itself() -> None:
    rest = " ".join(["S", *(str(n) for n in range(4, 60))])
    for name in ("python", "a b", ") 1 2 3 (", "x) R 1"):
        assert resource_usage.parse_stat(f"4711 ({name}) {rest}\n") == ProcessUsage(14 + 15, 20, 24 * PAGE)


def test_memory_that_is_of_no_file() -> None:
    assert resource_usage.parse_statm("9000 700 300 1 0 400 0\n") == 400 * PAGE


def test_the_largest_of_a_deployment_that_is_too_large_goes() -> None:
    children = {n: ProcessUsage(0, 1, (30 + n) * MEGABYTE) for n in range(3)}
    assert resource_usage.find_excess(children, POLICY, base=0) is None
    assert resource_usage.find_excess({**children, 9: ProcessUsage(0, 1, 40 * MEGABYTE)}, POLICY, base=0) == (
        9,
        "100 MB of memory",
    )
    assert (
        resource_usage.find_excess({**children, 9: ProcessUsage(0, 1, 40 * MEGABYTE)}, POLICY, base=20 * MEGABYTE)
        is None
    )
    assert resource_usage.find_excess({1: ProcessUsage(0, 4, 0), 2: ProcessUsage(0, 7, 0)}, POLICY, base=0) == (
        2,
        "10 threads",
    )


def test_processors_kept_busy() -> None:
    before = {1: ProcessUsage(0, 1, 0), 2: ProcessUsage(5 * TICKS, 1, 0)}
    now = {1: ProcessUsage(TICKS, 1, 0), 2: ProcessUsage(6 * TICKS, 1, 0), 3: ProcessUsage(99 * TICKS, 1, 0)}
    assert resource_usage.count_busy_processors(before, now, 1.0) == 2.0
    assert resource_usage.count_busy_processors(before, now, 0.0) == 0.0
    assert [Policy().cpus(n) for n in (1, 2, 8)] == [1.0, 1.0, 4.0]
    assert POLICY.cpus(64) == 1.5


def test_this_process_is_measured() -> None:
    proc = os.open("/proc", os.O_RDONLY)
    try:
        found = resource_usage.read_usage(proc, os.getpid())
        assert found is not None
        assert found.threads >= 1
        assert found.resident > MEGABYTE
        assert resource_usage.read_usage(proc, 2**30) is None
    finally:
        os.close(proc)


def test_files_are_counted_to_the_limit_and_no_further(tmp_path: Path) -> None:
    assert resource_usage.find_scratch_excess(tmp_path, POLICY) is None
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "big").write_bytes(os.urandom(2 * MEGABYTE))
    assert resource_usage.find_scratch_excess(tmp_path, POLICY) == "1 MB of temporary files"
    for n in range(5):
        (tmp_path / str(n)).touch()
    assert resource_usage.find_scratch_excess(tmp_path, POLICY) == "5 temporary files"
