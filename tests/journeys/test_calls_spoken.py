"""A caller who speaks, over TLS with encrypted media: interrupts, says "okay", corrects themselves, gives a number
digit by digit, and gets the right table."""

from __future__ import annotations

import asyncio
import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import private_folder
from tests.journeys.calls import Switchboard, spoken_switchboard
from tests.journeys.instance import PARLEY, plain_environment
from tests.journeys.spoken_booking import CALLER, answer, assert_booked

pytestmark = [pytest.mark.io, pytest.mark.spoken, pytest.mark.xdist_group("sip"), pytest.mark.timeout(400)]


WARM_UPS = 5


async def place_call(board: Switchboard, number: str, said: Sequence[str], recording: Path) -> None:
    lines = [part for line in said for part in ("--say", line)]
    uri = f"sips:{number}@127.0.0.1:{board.tls_port}"
    options = ("--data", str(board.instance.data), "--record", str(recording), "--voice", "flite")
    process = await asyncio.create_subprocess_exec(
        *PARLEY, "call", uri, *lines, *options, env=plain_environment(), stderr=asyncio.subprocess.PIPE
    )
    _, problems = await asyncio.wait_for(process.communicate(), 300)
    assert process.returncode == 0, problems.decode()


async def warm_up(board: Switchboard, recording: Path) -> None:
    """Until the agent has heard somebody: models are loaded with the first call, and on a machine that is busy a caller
    is through before that."""
    for _ in range(WARM_UPS):
        number = await board.number()
        await place_call(board, number, ["Good evening to you."], recording)
        if any(turn["user_input"] for turn in (await board.record(number))["turns"]):
            return
    pytest.fail("nobody was ever heard")


async def test_a_spoken_booking(tmp_path: Path) -> None:
    with private_folder() as folder:
        async with spoken_switchboard(folder, answer) as board:
            await warm_up(board, tmp_path / "warm-up.wav")
            number = await board.number()
            await place_call(board, number, CALLER, tmp_path / "call.wav")
            record = await board.record(number)
    assert_booked(record)
    with wave.open(str(tmp_path / "call.wav")) as recording:
        assert (recording.getnchannels(), recording.getframerate()) == (2, 8_000)
        sides = np.frombuffer(recording.readframes(recording.getnframes()), np.int16).reshape(-1, 2)
    assert all(np.abs(sides[:, side]).max() > 2_000 for side in (0, 1)), "both are heard"
