"""`parley up` as an ordinary user: nothing in it needs root."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import parley
from tests.journeys.instance import up

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

NOBODY = 65534
LIBRARIES = [str(Path(parley.__file__).parent.parent), *site.getsitepackages()]


def as_nobody(python: str) -> Sequence[str]:
    """How root runs a Python as a user without rights; the libraries are named because the Python may be another."""
    change = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return [*change, "env", f"PYTHONPATH={os.pathsep.join(LIBRARIES)}", python, "-m", "parley.cli.main"]


def usable_command() -> Sequence[str] | str:
    """The command, or why there is none on this machine."""
    if os.geteuid() != 0:
        return [sys.executable, "-m", "parley.cli.main"]
    if shutil.which("setpriv") is None:
        return "there is no setpriv to become another user with"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    tried = dict.fromkeys([os.path.realpath(sys.executable), f"/usr/bin/{version}", f"/usr/local/bin/{version}"])
    for python in tried:
        command = as_nobody(python)
        if subprocess.run([*command, "--version"], capture_output=True, check=False, cwd="/").returncode == 0:
            return command
    return f"an ordinary user can run none of {', '.join(tried)} with the libraries in {LIBRARIES}"


async def test_an_ordinary_user_can_run_everything(data_folder: Path) -> None:
    command = usable_command()
    if isinstance(command, str):
        pytest.skip(f"not run: {command}")
    if os.geteuid() == 0:
        os.chown(data_folder, NOBODY, NOBODY)
    async with up(data_folder, command=command, env={"HOME": str(data_folder)}) as instance:
        assert (await instance.agents()).status_code == 200
        owners = {os.stat(f"/proc/{pid}").st_uid for pid in instance.processes()}
        assert 0 not in owners
        assert len(owners) == 1
        assert await instance.stop() == 0
        assert instance.processes() == {}
