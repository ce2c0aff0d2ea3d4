"""Children that are forked from a process with everything imported: they are the supervisor's own, and it may die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.cli.supervision.subreaper import OrphanReaper
from parley.cli.supervision.supervisor import Child, Supervisor
from parley.cli.supervision.template import Template
from parley.domain.records.samples import numbers
from parley.kit import ids
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.skipif(sys.platform != "linux", reason="it needs a subreaper")]

NOWHERE = {"PARLEY_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
PREPARED_SECONDS = 60.0


@pytest.fixture(scope="module")
async def template() -> AsyncIterator[Template]:
    template = Template()
    template.start()
    yield template
    await template.aclose()


async def test_a_child_ends_as_it_does(template: Template) -> None:
    forked = await template.fork(["--version"], {}, {})
    assert forked is not None
    assert await forked.wait() == 0
    wrong = await template.fork(["no-such-command"], {}, {})
    assert wrong is not None
    assert await wrong.wait() == 2


async def test_orphans_are_collected(template: Template) -> None:
    forked = await template.fork(["--version"], {}, {})
    assert forked is not None

    async def is_uncollected() -> bool:
        return stat(forked.pid)[:1] == ["Z"]

    await until(is_uncollected)
    orphans = OrphanReaper()
    orphans.collect(now=100.0)
    assert await is_uncollected(), "somebody may be about to ask for it"
    orphans.collect(now=104.0)
    assert stat(forked.pid) == []
    assert await forked.wait() == 0


async def test_a_role_gets_its_sockets_and_shows_its_command_line(template: Template) -> None:
    """And when the template is killed the children live on, and others are started without it."""
    children = [Child(name, ["worker"], environment=NOWHERE) for name in ("one", "two")]
    supervisor = Supervisor(children, stop_seconds=2, template=template)
    supervisor.start()
    try:
        await until(lambda: beaten(children), PREPARED_SECONDS)
        pids = [child.pid for child in children]
        for pid in pids:
            assert read(pid, "cmdline").split("\0")[2:4] == ["parley.cli.main", "worker"]
            assert stat(pid)[1] == str(os.getpid()), "its parent is the supervisor, not the template"
        assert template.pid is not None
        os.kill(template.pid, signal.SIGKILL)
        assert pids[0] is not None
        os.kill(pids[0], signal.SIGKILL)
        await until(lambda: restarted(children[0]), PREPARED_SECONDS)
        assert children[1].pid == pids[1]
        assert children[1].restarts == 0
    finally:
        await supervisor.stop()


async def beaten(children: list[Child]) -> bool:
    return all(child.liveness is not None and child.liveness.beats > 1 for child in children)


async def restarted(child: Child) -> bool:
    return child.restarts >= 1 and await beaten([child])


def read(pid: int | None, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except FileNotFoundError:
        return ""


def stat(pid: int | None) -> list[str]:
    """State, parent and so on; empty when it is gone."""
    return read(pid, "stat").rpartition(")")[2].split()


def test_forked_processes_draw_different_numbers() -> None:
    """Whatever is imported before the fork: a generator of its own needs to be told."""

    def drawn() -> bytes:
        reading, writing = os.pipe()
        if (pid := os.fork()) == 0:
            os.write(writing, f"{numbers.chance.random()} {ids.trace_id()} {ids.uuid7()}".encode())
            os._exit(0)
        os.waitpid(pid, 0)
        os.close(writing)
        with os.fdopen(reading, "rb") as told:
            return told.read()

    first, second = drawn().split(), drawn().split()
    assert len(first) == 3
    assert [one for one, other in zip(first, second, strict=True) if one == other] == []


async def test_a_template_that_cannot_start_keeps_nobody_waiting() -> None:
    broken = Template((sys.executable, "-c", "raise SystemExit(3)"))
    broken.start()
    try:
        assert await asyncio.wait_for(broken.fork(["--version"], {}, {}), PREPARED_SECONDS) is None
    finally:
        await broken.aclose()


async def test_a_template_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that it was ready, and does not answer."""
    monkeypatch.setattr("parley.cli.supervision.template.ANSWER_SECONDS", 0.5)
    program = "import socket, sys, time; s = socket.socket(fileno=int(sys.argv[-1])); s.send(b'ready'); time.sleep(600)"
    hung = Template((sys.executable, "-c", program))
    hung.start()
    try:
        assert await asyncio.wait_for(hung.fork(["--version"], {}, {}), PREPARED_SECONDS) is None
        await until(lambda: asyncio.sleep(0, hung.pid is None))
    finally:
        await hung.aclose()


LATE = """
import pathlib, socket, sys, time
from parley.cli.supervision.fork_server import serve_forks

class Late(socket.socket):
    def send(self, word):
        return super().send(word) if word == b"ready" else pathlib.Path({folder!r}, "forked").write_bytes(word)

control = Late(fileno=int(sys.argv[-1]))
control.send(b"ready")
if serve_forks(control, {supervisor}):
    pathlib.Path({folder!r}, "began").touch()
    time.sleep(600)
"""


async def test_a_child_whose_number_comes_too_late_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is started in its place: it must not work beside it, unseen."""
    monkeypatch.setattr("parley.cli.supervision.template.ANSWER_SECONDS", 2.0)
    late = Template((sys.executable, "-c", LATE.format(folder=str(tmp_path), supervisor=os.getpid())))
    late.start()
    try:
        assert await asyncio.wait_for(late.fork(["--version"], {}, {}), PREPARED_SECONDS) is None
        pid = int((tmp_path / "forked").read_text())

        async def has_ended() -> bool:
            return stat(pid)[:1] in ([], ["Z"])

        await until(has_ended)
        assert not (tmp_path / "began").exists()
    finally:
        await late.aclose()
