"""Machines that cannot do everything: no namespaces, and an interpreter that only root can read."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from parley.agent_host.limits import HostLimits
from parley.agent_host.pool import HostPool
from parley.agent_host.protocol import Invocation, Outcome
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.readable_files import interpreter_paths
from parley.agent_host.sandbox_check import check_sandbox, list_shortcomings
from parley.agent_host.zygote_client import SpawnFailed, ZygoteClient
from parley.kit.clock import SystemClock
from tests.agent_host.conftest import SMALL, FakeHostServices
from tests.agent_host.in_process import PROJECT, VIEW
from tests.agent_host.sandbox.canaries import Canaries
from tests.agent_host.sandbox.test_confinement import exists
from tests.agent_host.sandbox.test_confinement_attacks import FILL, attack
from tests.waiting import until

pytestmark = pytest.mark.io

AS_ROOT = replace(SMALL, as_root=True)
only_root_reads = pytest.mark.skipif(
    os.geteuid() != 0
    or all(Path(parent).stat().st_mode & 1 for path in interpreter_paths() for parent in path.parents),
    reason="every user can read the interpreter here, or we are none that could become another",
)


@pytest.fixture(scope="module")
async def bare() -> AsyncIterator[ZygoteClient]:
    """A zygote as in a container that allows no namespaces."""
    found = ZygoteClient(private=False)
    yield found
    await found.aclose()


async def call(zygote_client: ZygoteClient, body: str, policy: Policy = AS_ROOT, **arguments: object) -> Outcome:
    files = {"functions/f.py": attack(body)}
    pool = HostPool("bare", PROJECT, files, zygote_client, HostLimits(policy), SystemClock())
    try:
        return await pool.call(Invocation("functions/f.py", arguments, VIEW, timeout=60), FakeHostServices())
    finally:
        await pool.aclose()


@only_root_reads
async def test_it_refuses_to_run_agents_as_root_in_one_clear_line(bare: ZygoteClient) -> None:
    with pytest.raises(SpawnFailed, match=r"no other user can read the Python installation in /.*PARLEY_AGENT_AS_ROOT"):
        await check_sandbox(SMALL, bare)
    failure = (await call(bare, "return 'ran'", SMALL)).failure
    assert failure is not None
    assert failure.kind == "busy"
    assert "\n" not in failure.message
    assert "PARLEY_AGENT_AS_ROOT" in failure.message


@only_root_reads
async def test_a_setting_allows_it_and_the_report_says_so(bare: ZygoteClient) -> None:
    report = await check_sandbox(AS_ROOT, bare)
    assert report["user"] == "root, by PARLEY_AGENT_AS_ROOT"
    assert any("as root" in sentence for sentence in list_shortcomings(report))
    assert (await call(bare, "return str(os.getuid())")).reply.content == "0"


@only_root_reads
async def test_the_setting_changes_nothing_where_it_is_not_needed(
    zygote_client: ZygoteClient, namespaces: None
) -> None:
    assert int((await check_sandbox(AS_ROOT, zygote_client))["user"]) > 60000


async def test_the_report_names_what_is_missing(bare: ZygoteClient) -> None:
    report = await check_sandbox(AS_ROOT, bare)
    assert (report["visible files"], report["visible processes"]) == ("names of all", "all")
    assert any("no namespaces" in sentence for sentence in list_shortcomings(report))


@pytest.mark.parametrize("act", ["os.chmod(path, 0o4755)", "os.utime(path)", "os.setxattr(path, 'user.x', b'1')"])
async def test_files_stay_as_they_are_even_for_root(bare: ZygoteClient, tmp_path: Path, act: str) -> None:
    canaries = Canaries(tmp_path)
    failure = (await call(bare, act, path=str(canaries.secret))).failure
    assert failure is not None
    assert failure.kind == "PermissionError"
    assert canaries.untouched()


@pytest.mark.parametrize("size", [1 << 20, 0])
async def test_scratch_on_the_disk_is_measured(bare: ZygoteClient, size: int) -> None:
    policy = replace(AS_ROOT, scratch_mb=8, scratch_files=100)
    failure = (await call(bare, f"{FILL}\ntime.sleep(60)".replace("100000", "200"), policy, size=size)).failure
    assert failure is not None
    assert "temporary files" in failure.message


async def test_scratch_on_the_disk_is_removed(bare: ZygoteClient) -> None:
    outcome = await call(bare, "os.makedirs('a/b')\nreturn tempfile.gettempdir()")
    folder = outcome.reply.content or "/"
    assert folder.rpartition("/")[2].isdigit()

    await until(lambda: _removed(folder))


async def _removed(folder: str) -> bool:
    return not exists(folder)
