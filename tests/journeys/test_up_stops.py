"""An end at a bad moment: while it is starting, or by a kill. Nothing of it goes on, and the next start is as any."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.journeys.instance import ANY_PORTS, running, up

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]


async def test_whatever_its_end_the_next_start_is_as_any(data_folder: Path) -> None:
    for moment in ("Starting PostgreSQL", "Applied migration"):
        async with running(data_folder, "up", "--data", str(data_folder / "data"), *ANY_PORTS) as instance:
            await instance.until_printed(moment)
            assert await instance.stop(signal.SIGINT) == 0
            await instance.until_gone()
            assert "Parley is running" not in instance.stdout
            assert instance.stderr == ""
    async with up(data_folder) as killed:
        build = killed.keys["build"]
        assert (await killed.agents()).status_code == 200
        old = set(killed.processes())
        os.kill(killed.pid, signal.SIGKILL)
        async with up(data_folder) as again:
            assert not old & set(again.processes()), "what the killed one had started is gone"
            assert not old & set(killed.processes())
            assert again.keys["build"] == build
            assert (await again.agents()).status_code == 200
