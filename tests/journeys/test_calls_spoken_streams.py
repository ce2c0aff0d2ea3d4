"""Callers who speak over a media stream: the booking of SIP, recorded as the record says; and one in Spanish."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from parley.runtime.test_runs.caller_lines import parse_line
from parley.telephony.simulation.call import prepared_speaker
from parley.telephony.simulation.plan import CallerSetting
from parley.voice.media_leg import MediaLeg
from parley.voice.simulation.simulated_caller import SimulatedCaller
from tests.conftest import private_folder
from tests.fake_openai import Body, Reply
from tests.journeys import spoken_booking, spoken_spanish
from tests.journeys.calls import Switchboard, spoken_switchboard
from tests.journeys.recorded_call import Side, displacement, onset, read_sides
from tests.telephony.streams.carrier import SimulatedCarrier, simulated_carrier
from tests.telephony.streams.dialects import TOKEN, TwilioDialect

pytestmark = [pytest.mark.io, pytest.mark.spoken, pytest.mark.xdist_group("sip"), pytest.mark.timeout(400)]

FLITE = {"provider": "flite", "provider_voice_id": "slt"}
LINED_UP = 0.05
"""Seconds that a recording may stray from the transcript."""
CALL_SECONDS, CONNECT_SECONDS = 200, 20
CALLER, SPANISH_CALLER = "+447700900123", "+34600123456"


@dataclass(frozen=True, slots=True)
class Held:
    number: str
    caller: SimulatedCaller
    began_at: float
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CarriedBoard:
    """A switchboard that a carrier reaches."""

    board: Switchboard
    carrier: SimulatedCarrier
    connector: str

    async def hold(
        self, lines: Sequence[str], from_number: str, speak_on: Callable[[MediaLeg], SimulatedCaller]
    ) -> Held:
        number = await self.board.number(connectorId=self.connector)
        url = f"{self.board.instance.credentials['streams_url']}/streams/{self.connector}/voice"
        phone = self.carrier.call(url, number, from_number)
        await phone.wait_connected(CONNECT_SECONDS)
        caller, began_at = speak_on(phone), time.time()
        async with asyncio.timeout(CALL_SECONDS):
            await caller.run([parse_line(line) for line in lines])
        return Held(number, caller, began_at, await self.board.record(number))


@asynccontextmanager
async def carried_board(
    folder: Path, answer: Callable[[Body], Reply], agent: str, **settings: str
) -> AsyncIterator[CarriedBoard]:
    async with simulated_carrier(TwilioDialect()) as carrier:
        own = {"PARLEY_TWILIO_URL": carrier.api_url, "PARLEY_API_NETWORKS": "127.0.0.0/8", **settings}
        async with spoken_switchboard(folder, answer, agent, **own) as board:
            account = TwilioDialect.connector["accountSid"]
            connector = await board.connector(carrier="twilio", accountSid=account, authToken=TOKEN)
            yield CarriedBoard(board, carrier, connector)


async def test_the_same_booking_over_a_media_stream(tmp_path: Path) -> None:
    around = CallerSetting("en-US", FLITE, listens=True)
    with private_folder() as folder:
        async with (
            prepared_speaker(around) as speaker,
            carried_board(folder, spoken_booking.answer, "booking") as carried,
        ):

            async def hold(lines: Sequence[str]) -> dict[str, Any]:
                return (await carried.hold(lines, CALLER, speaker.on)).record

            await spoken_booking.warm_up(hold)
            held = await carried.hold(spoken_booking.CALLER, CALLER, speaker.on)
            recording = await carried.board.recording(held.record["id"])
    spoken_booking.assert_booked(held.record)
    assert held.record["channel"] == "VOICE-TWILIO"
    held.caller.save_recording(tmp_path / "call.wav")
    assert_lined_up(held, read_sides((tmp_path / "call.wav").read_bytes()), read_sides(recording))


def assert_lined_up(held: Held, heard: Sequence[Side], recorded: Sequence[Side]) -> None:
    """What was said and heard at the caller's is in the recording at the times of the record's clock."""
    offset = held.began_at - datetime.fromisoformat(held.record["started_at"]).timestamp()
    said = [line.began for line in held.caller.report]
    answered = [line.answered for line in held.caller.report if line.answered is not None]
    for own, kept, moments in zip(heard, recorded, (said, answered), strict=True):
        begun = [onset(own, moment) for moment in moments]
        strays = [displacement(own, moment, kept, moment + offset) for moment in begun]
        assert abs(statistics.median(strays)) <= LINED_UP, strays


async def test_a_caller_is_served_in_spanish() -> None:
    voice = spoken_spanish.RecordedCaller()
    with private_folder() as folder:
        async with carried_board(folder, spoken_spanish.answer, "reserva", PARLEY_RECOGNITION="auto") as carried:

            async def hold(lines: Sequence[str]) -> dict[str, Any]:
                held = await carried.hold(lines, SPANISH_CALLER, lambda leg: SimulatedCaller(leg, voice, "es-ES"))
                return held.record

            await spoken_booking.warm_up(hold, spoken_spanish.TABLE)
            record = await hold(spoken_spanish.CALLER)
    spoken_spanish.assert_booked(record)
