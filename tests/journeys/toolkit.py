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
from typing import Any

import pytest

PYTHON = Path(sys.prefix) / "toolkit/bin/python"
RUNNER = Path(__file__).with_name("toolkit_runner.py")
REGION = "studio"
SECONDS = 60

IS_INSTALLED = pytest.mark.skipif(not PYTHON.exists(), reason="`scripts/install-toolkit`: the client is not there")


@dataclass(slots=True)
class Toolkit:
    home: Path
    folder: Path
    """Where it works: the project's, once there is one."""
    process: asyncio.subprocess.Process

    async def run(self, *words: str, status: int = 0) -> str:
        """What it prints."""
        output = self.home / "output"
        asked = {"words": words, "folder": str(self.folder), "output": str(output)}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        async with asyncio.timeout(SECONDS):
            ended = await self.process.stdout.readline()
        said = output.read_text() if output.exists() else ""
        assert ended == f"{status}\n".encode(), f"{words}: {said} {(self.home / 'errors').read_text()[-3000:]}"
        return said

    async def json(self, *words: str, status: int = 0) -> Any:
        return json.loads(await self.run(*words, "--json", status=status))

    async def init(self, account: str, project: str) -> None:
        """It makes a folder of the project, in which all else happens."""
        await self.run("init", "--region", REGION, "--account_id", account, "--project_id", project)
        self.folder = self.home / account / project

    def read(self, path: str) -> str:
        return (self.folder / path).read_text()

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@asynccontextmanager
async def toolkit_of(address: str, key: str, home: Path) -> AsyncIterator[Toolkit]:
    environment = {"TOOLKIT_ADDRESS": address, "POLY_ADK_KEY": key, "HOME": str(home), "PATH": os.environ["PATH"]}
    with (home / "errors").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            str(PYTHON),
            str(RUNNER),
            cwd=home,
            env={**environment, "NO_COLOR": "1", "COLUMNS": "200", "no_proxy": "*"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    try:
        yield Toolkit(home, home, process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
