"""`parley dev` as a user has it: talk, save a file, and the same conversation goes on with it."""

from __future__ import annotations

import asyncio
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path

import pytest

from tests.conftest import private_folder
from tests.journeys.instance import stat_of

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

EXAMPLE = Path(__file__).parents[2] / "examples" / "restaurant"
SECONDS = 120.0


async def until(process: Process, words: str) -> str:
    assert process.stdout is not None
    printed = b""
    async with asyncio.timeout(SECONDS):
        while words.encode() not in printed:
            more = await process.stdout.read(4096)
            assert more, printed.decode()
            printed += more
    return printed.decode()


def type_in(process: Process, line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())


async def test_a_conversation_goes_on_with_what_is_saved() -> None:
    with private_folder() as home:
        agent = home / "olive"
        shutil.copytree(EXAMPLE, agent)
        command = (sys.executable, "-m", "parley.cli.main", "dev", str(agent), "--data", str(home / "data"))
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, cwd=home)
        try:
            opening = await until(process, "start_function")
            assert "/sign-in#" in opening
            assert "Olive & Ember" in opening

            topics = agent / "topics" / "vegan.yaml"
            written = next(path for path in agent.glob("topics/*.yaml") if "aubergine" in path.read_text())
            written.write_text(written.read_text().replace("ember-baked aubergine", "smoked celeriac"))
            await until(process, "reloaded in ")
            type_in(process, "Do you have anything vegan?")
            answer = await until(process, "goes on with deployment")
            assert "smoked celeriac" in answer
            type_in(process, "/record Vegan dishes")
            await until(process, "Wrote ")
            await until(process, "vegan_dishes.yaml")
            assert "anything vegan?" in (agent / "test_suite" / "vegan_dishes.yaml").read_text()

            (agent / "functions" / "start_function.py").write_text("def start_function(conv:\n")
            await until(process, "start_function.py:1")
            topics.write_text("name: [")
            assert "vegan.yaml:1" in await until(process, "Not reloaded")
            type_in(process, "/quit")
            await process.communicate()
            assert process.returncode == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert stat_of(process.pid) is None
