"""The units: systemd itself takes them, they are confined, and what they run are commands of ours."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from parley.cli.commands import load
from parley.cli.environment import unknown_variables
from parley.settings import Settings
from tests.deploy.image import REPOSITORY

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("image")]

UNITS = REPOSITORY / "deploy" / "systemd"
NAMES = sorted(path.name for path in UNITS.glob("*.service"))
MOST_EXPOSED = 27
"""In tenths, as `systemd-analyze security` counts. A service without any of it has 96."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A root folder with the units installed as docs/deploying.md says."""
    units = tmp_path / "etc" / "systemd" / "system"
    shutil.copytree(UNITS, units)
    program = tmp_path / "opt" / "parley" / "bin" / "parley"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "etc" / "parley").mkdir()
    (tmp_path / "etc" / "parley" / "parley.env").write_text("")
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "usr" / "lib" / "systemd" / "system", symlinks=True)
    return tmp_path


def analyze(machine: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", f"--root={machine}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_takes_them(machine: Path) -> None:
    done = analyze(machine, "verify", "--man=no", *NAMES)
    about_ours = [line for line in done.stderr.splitlines() if "parley" in line]
    assert about_ours == []
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_they_are_confined(machine: Path, name: str) -> None:
    done = analyze(machine, "security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED}", name)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_they_run_commands_that_there_are(name: str) -> None:
    text = (UNITS / name).read_text()
    (line,) = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    program, command, *rest = shlex.split(line.partition("=")[2])
    assert program == "/opt/parley/bin/parley"
    # Reads the arguments, and raises where the command knows no such option; runs nothing.
    load(command).make_context(command, rest)


def test_what_all_share_applies_to_all() -> None:
    """systemd reads `parley-.service.d` for every unit whose name begins with `parley-`."""
    assert (UNITS / "parley-.service.d" / "10-sandbox.conf").is_file()
    assert [name for name in NAMES if not name.startswith("parley-")] == []


def test_the_sample_of_settings_names_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (REPOSITORY / "deploy" / "parley.env.example").read_text().splitlines()
    pairs = [line.lstrip("#").split("=", 1) for line in lines if line.lstrip("#").startswith("PARLEY_")]
    values = dict(pairs)
    assert values["PARLEY_SECRET_KEY"] == ""  # everybody makes their own
    values["PARLEY_SECRET_KEY"] = b64encode(bytes(32)).decode()
    assert list(unknown_variables(values)) == []
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert str(Settings().sip_public_address) == "203.0.113.10"
