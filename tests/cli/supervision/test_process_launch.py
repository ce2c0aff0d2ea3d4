from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from parley.cli.supervision.process_launch import PROGRAM

pytestmark = pytest.mark.io


def test_no_module_is_taken_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "asyncio.py").write_text("raise SystemExit('a stranger ran')")
    done = subprocess.run([*PROGRAM, "--help"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
