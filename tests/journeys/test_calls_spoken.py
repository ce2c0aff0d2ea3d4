"""A caller who speaks, over TLS with encrypted media: interrupts, says "okay", corrects themselves, gives a number
digit by digit, and gets the right table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import private_folder
from tests.journeys.calls import Switchboard, spoken_switchboard
from tests.journeys.instance import PARLEY, plain_environment
from tests.journeys.recorded_call import read_sides
from tests.journeys.spoken_booking import CALLER, answer, assert_booked, warm_up

pytestmark = [pytest.mark.io, pytest.mark.spoken, pytest.mark.xdist_group("sip"), pytest.mark.timeout(400)]


async def place_call(board: Switchboard, number: str, said: Sequence[str], recording: Path) -> None:
    lines = [part for line in said for part in ("--say", line)]
    uri = f"sips:{number}@127.0.0.1:{board.tls_port}"
    options = ("--data", str(board.instance.data), "--record", str(recording), "--voice", "flite")
    process = await asyncio.create_subprocess_exec(
        *PARLEY, "call", uri, *lines, *options, env=plain_environment(), stderr=asyncio.subprocess.PIPE
    )
    _, problems = await asyncio.wait_for(process.communicate(), 300)
    assert process.returncode == 0, problems.decode()


async def test_a_spoken_booking(tmp_path: Path) -> None:
    file = tmp_path / "call.wav"
    with private_folder() as folder:
        async with spoken_switchboard(folder, answer) as board:

            async def hold(lines: Sequence[str]) -> dict[str, Any]:
                number = await board.number()
                await place_call(board, number, lines, file)
                return await board.record(number)

            await warm_up(hold)
            record = await hold(CALLER)
    assert_booked(record)
    assert all(np.abs(side).max() > 2_000 for side in read_sides(file.read_bytes())), "both are heard"
