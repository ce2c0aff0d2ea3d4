"""Somebody of the console listens to a call that runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import numpy as np
import pytest
import websockets

from tests.journeys.calls import PATIENCE, Switchboard, until_loud
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

LOUD = 1_000


async def test_both_sides_are_heard_and_the_call_goes_on_as_it_was(calls: Switchboard) -> None:
    number = await calls.number(variantId="wordy")
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await until_loud(phone.heard)
        conversation = (await calls.record(number, turns=1))["id"]
        given = await calls.build("POST", f"/conversations/{conversation}/listen", 201)
        async with listen(given) as slow, listen(given) as ears:
            assert json.loads(await ears.recv()) == {"type": "audio", "rate": 8000, "channels": ["caller", "agent"]}
            await phone.press("5")
            await asyncio.wait_for(until_heard(ears), PATIENCE)
            await slow.close()
            await phone.press("9")
            await phone.event("CALL_CLOSED")
            await asyncio.wait_for(until_closed(ears), PATIENCE)
            assert ears.close_code == 1000
    record = await calls.record(number)
    assert [turn["user_input_dtmf"] for turn in record["turns"]] == ["", "5", "9"]

    async def is_over() -> bool:
        return (await calls.ask("POST", f"/conversations/{conversation}/listen")).status_code == 404

    await until(is_over)

    async def is_logged() -> bool:
        return "call_listened_to" in logged(calls)

    await until(is_logged)
    assert given["token"] not in logged(calls)


async def test_who_has_no_ticket_for_the_call_hears_nothing(calls: Switchboard) -> None:
    url = f"{calls.instance.credentials['webrtc_url'].replace('http', 'ws', 1)}/api/v1/calls/listen"
    for word in ("", "[]", json.dumps({"token": "ticket.e30.nonsense"}), json.dumps({"token": 7})):
        async with websockets.connect(url, proxy=None) as socket:
            await socket.send(word)
            await asyncio.wait_for(until_closed(socket), PATIENCE)
            assert socket.close_code == 4403


def logged(calls: Switchboard) -> str:
    return (calls.instance.data / "logs" / "voice.log").read_text()


@asynccontextmanager
async def listen(given: dict[str, Any]) -> AsyncIterator[websockets.ClientConnection]:
    """A socket that has shown its ticket."""
    async with websockets.connect(given["url"], proxy=None) as socket:
        await socket.send(json.dumps({"token": given["token"]}))
        yield socket


async def until_heard(ears: websockets.ClientConnection) -> None:
    """Until the agent speaks, on its own side."""
    async for piece in ears:
        assert isinstance(piece, bytes)
        sides = np.abs(np.frombuffer(piece, np.int16).reshape(-1, 2).astype(np.int32)).max(axis=0)
        if sides[1] > LOUD:
            return


async def until_closed(socket: websockets.ClientConnection) -> None:
    with suppress(websockets.ConnectionClosed):
        while True:
            await socket.recv()
