from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parley.kit.child_process import ChildProcess

pytestmark = pytest.mark.io


async def test_no_module_is_taken_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be an agent's, from anybody."""
    (tmp_path / "stranger.py").write_text("open('ran', 'w').close()")
    (tmp_path / "asyncio.py").write_text("open('ran', 'w').close()")
    monkeypatch.chdir(tmp_path)
    child = await ChildProcess.start("stranger")
    async with asyncio.timeout(30):
        assert await child.reader.read() == b""
    await child.kill()
    assert not (tmp_path / "ran").exists()
