"""The hosted service's command-line client, at work with us."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import pytest

PYTHON = Path(sys.prefix) / "toolkit/bin/python"
RUNNER = Path(__file__).with_name("toolkit_runner.py")
REGION = "studio"
SECONDS = 60

IS_INSTALLED = pytest.mark.skipif(not PYTHON.exists(), reason="`scripts/install-toolkit`: the client is not there")


@dataclass(slots=True)
class Runner:
    """The client in a process of its own, which waits for commands: starting it takes seconds."""

    process: asyncio.subprocess.Process

    async def run(self, **command: Any) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        async with asyncio.timeout(SECONDS):
            return int(await self.process.stdout.readline())


@dataclass(slots=True)
class Toolkit:
    runner: Runner
    address: str
    key: str
    home: Path
    folder: Path
    """Where it works: the project's, once there is one."""

    async def run(self, *words: str, status: int = 0) -> str:
        """What it prints."""
        output, errors = self.home / "output", self.home / "errors"
        ended = await self.runner.run(
            words=words,
            folder=str(self.folder),
            output=str(output),
            errors=str(errors),
            address=self.address,
            environment={"POLY_ADK_KEY": self.key, "HOME": str(self.home)},
        )
        said = output.read_text() if output.exists() else ""
        assert ended == status, f"{words}: {said} {errors.read_text()[-3000:] if errors.exists() else ''}"
        return said

    async def json(self, *words: str, status: int = 0) -> Any:
        return json.loads(await self.run(*words, "--json", status=status))

    async def init(self, account: str, project: str) -> Self:
        """It makes a folder of the project, in which all else happens."""
        await self.run("init", "--region", REGION, "--account_id", account, "--project_id", project)
        self.folder = self.home / account / project
        return self

    def read(self, path: str) -> str:
        return (self.folder / path).read_text()

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@asynccontextmanager
async def runner_started(home: Path) -> AsyncIterator[Runner]:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "NO_COLOR": "1", "COLUMNS": "200", "no_proxy": "*"}
    process = await asyncio.create_subprocess_exec(
        str(PYTHON),
        str(RUNNER),
        cwd=home,
        env=environment,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Runner(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
