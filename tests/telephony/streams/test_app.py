"""Who is let in: signatures, replays, tickets, and what comes over a stream that is no carrier's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.telephony.streams.carrier import Phone
from tests.telephony.streams.dialects import TwilioDialect
from tests.telephony.streams.harness import NUMBER, Harness, stream_harness
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("streams")]


@pytest.fixture
async def harness(dsn: str, tmp_path: Path) -> AsyncIterator[Harness]:
    async with stream_harness(TwilioDialect(), dsn, tmp_path, max_calls=1) as opened:
        yield opened


def phone_of(harness: Harness, number: str = NUMBER) -> Phone:
    return Phone(harness.carrier, harness.carrier.dialect.new_call_id(), "+447700900123", number)


async def stream_url(harness: Harness, phone: Phone) -> str:
    answer = await harness.carrier.post(phone, harness.voice_url)
    assert answer.status_code == 200, answer.text
    stream = ElementTree.fromstring(answer.text).find(".//Stream")
    assert stream is not None
    return str(stream.get("url"))


async def calls(harness: Harness) -> int:
    return len(await harness.resources.db.fetch("select from calls"))


async def test_webhooks_of_others_are_refused(harness: Harness) -> None:
    phone, post = phone_of(harness), harness.carrier.post
    assert (await post(phone, harness.voice_url, None, **{"X-Twilio-Signature": "AAAA"})).status_code == 403
    assert (await harness.carrier.http.post(harness.voice_url)).status_code == 403
    other = harness.voice_url.replace(harness.connector.id, "CONNECTOR-00000000")
    assert (await post(phone, other)).status_code == 403
    assert (await post(phone, harness.voice_url.replace("CONNECTOR-", "x"))).status_code == 403
    assert (await post(phone, harness.voice_url, {"Field": "x" * 70_000})).status_code == 413
    assert (await post(phone, harness.voice_url, {"CallSid": "../../Accounts"})).status_code == 400
    assert await calls(harness) == 0


async def test_a_replayed_webhook_is_refused(harness: Harness) -> None:
    phone = phone_of(harness)
    await stream_url(harness, phone)
    assert (await harness.carrier.post(phone, harness.voice_url)).status_code == 409
    assert await calls(harness) == 1


async def test_a_call_that_one_process_does_not_take_comes_to_the_next(harness: Harness) -> None:
    phone, harness.handler.draining = phone_of(harness), True
    assert (await harness.carrier.post(phone, harness.voice_url)).status_code == 503
    harness.handler.draining = False
    await stream_url(harness, phone)


async def test_numbers_and_slots(harness: Harness) -> None:
    unknown = await harness.carrier.post(phone_of(harness, "+442079999999"), harness.voice_url)
    assert "<Reject" in unknown.text
    await stream_url(harness, phone_of(harness))
    busy = await harness.carrier.post(phone_of(harness), harness.voice_url)
    assert 'reason="busy"' in busy.text


async def test_a_ticket_lets_one_stream_in(harness: Harness) -> None:
    phone = phone_of(harness)
    url = await stream_url(harness, phone)
    async with connect(url, proxy=None) as socket:
        for message in phone.dialect.start("MZ1", phone.call_id):
            await socket.send(json.dumps(message))
        await harness.until_turns(1)
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, proxy=None)
        assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus):
        await connect(f"{url}0", proxy=None)


@pytest.mark.parametrize("wrong", ["callSid", "accountSid", "mediaFormat"])
async def test_the_stream_of_another_call_is_closed(harness: Harness, wrong: str) -> None:
    phone = phone_of(harness)
    url = await stream_url(harness, phone)
    message: dict[str, Any] = phone.dialect.start("MZ1", phone.call_id)[1]
    message["start"][wrong] = "other"
    async with connect(url, proxy=None) as socket:
        await socket.send(json.dumps(message))
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), 10)
    assert await harness.resources.db.fetch("select from turns") == []


async def test_what_is_no_message_is_survived_up_to_a_point(harness: Harness) -> None:
    phone = await harness.call()
    await harness.until_turns(1)
    assert phone._socket is not None
    for bad in ("{", b"\0" * 100, '{"event": "new"}', '{"event": "media", "media": {"payload": "?"}}'):
        await phone._socket.send(bad)
    await phone.send_dtmf("1#")
    await harness.until_turns(2)
    first, socket = phone.streams, phone._socket
    await socket.send("x" * 100_000)

    async def is_closed() -> bool:
        return phone.streams > first

    await until(is_closed)
    await phone.hang_up()
    await harness.until_over()


async def test_addresses_of_a_call_are_good_for_one_step(harness: Harness) -> None:
    phone = phone_of(harness)
    answer = await harness.carrier.post(phone, harness.voice_url)
    following = ElementTree.fromstring(answer.text).findtext("Redirect") or ""
    again = await harness.carrier.post(phone, following)
    assert "<Stream" in again.text
    assert (await harness.carrier.post(phone, following)).status_code == 409
    stranger = phone_of(harness)
    new = ElementTree.fromstring(again.text).findtext("Redirect") or ""
    assert (await harness.carrier.post(stranger, new)).status_code == 403
