"""Calls from browsers over real sockets: from the offer to the record."""

from __future__ import annotations

import asyncio
import json
import socket
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import httpx
import numpy as np
import pytest

from parley.domain.accounts.model import Family
from parley.domain.accounts.secrets import fingerprint
from parley.domain.messaging.access_tokens import AccessToken
from parley.domain.messaging.call_tickets import CallTicket
from parley.telephony.sip.fake_stack import FakeCall
from parley.telephony.webrtc import browser_call, gateway
from parley.voice.audio_ticker import AudioTicker
from parley.voice.speech_input import SpeechRecognition
from tests.contract import ContractClient
from tests.make import Make
from tests.messaging_client import open_session
from tests.telephony.test_call_handler_speech import LoudnessDetector, noise
from tests.telephony.webrtc.browser import Browser, browser
from tests.telephony.webrtc.harness import Harness, browser_harness
from tests.telephony.webrtc.test_sdp import sdp
from tests.voice.fake_recognition import FakeRecognizer
from tests.waiting import until

pytestmark = pytest.mark.io

OFFER = sdp()


async def test_a_browser_calls_hears_the_agent_and_hangs_up(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.call(callSid="0a1b", caller="+447700900123", mode="cascaded")
        await caller.until_heard(0.25)
        assert (await health(harness))["activeSessions"] == 1
        await caller.send({"type": "close", "sessionId": caller.session})
        await harness.until_over()
        row, conversation = await harness.row(), await harness.conversation()
        assert (await health(harness)) == {"status": "ok", "activeSessions": 0}
    assert (row["status"], row["from_number"], row["to_number"]) == ("success", "", "")
    assert (conversation["channel"], conversation["end_reason"]) == ("VOICE-WEBRTC", "closed")


async def test_somebody_of_the_console_is_told_which_conversation_it_is(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, await ticket(harness, "localhost")) as caller:
        await caller.call(transcript=True)
        await caller.until_message("conversation")
        await caller.send({"type": "close", "sessionId": caller.session})
        await harness.until_over()
        told, known = caller.message("conversation")["data"], (await harness.conversation())["public_id"]
    assert told == {"conversationId": known}


async def ticket(harness: Harness, host: str, *, is_foreign: bool = False, is_revoked: bool = False) -> str:
    project = await harness.make.project() if is_foreign else harness.project
    key = await harness.make.key(Family.CONSOLE, project, settings={"role": "editor"})
    if is_revoked:
        await harness.make.revoke(key)
    return harness.resources.call_tickets.mint(CallTicket(fingerprint(key.secret), harness.connector.id, host))[0]


async def test_what_the_caller_says_is_a_turn_and_both_read_along(make: Make) -> None:
    ticker = AudioTicker(LoudnessDetector())
    recognition = SpeechRecognition(ticker, FakeRecognizer(["a table for two"] * 9, seconds=0.05))
    async with browser_harness(make, recognition=recognition) as harness, browser(harness.url, harness.token) as caller:
        await caller.call(transcript=True)
        await caller.until_heard(0.25)
        caller.microphone.say(noise(0.6))
        await harness.until_turns(2)
        greeting, answer = [turn["agent_response"] for turn in await harness.turns()]
        await until(lambda: is_told(caller, "agent", 2, answer))
        assert await is_told(caller, "agent", 1, greeting)
        assert await is_told(caller, "user", 2, "a table for two")
    await ticker.aclose()


async def test_a_session_that_is_linked_to_a_call_reads_along(make: Make, messaging: ContractClient) -> None:
    ticker, sid = AudioTicker(LoudnessDetector()), "0A1B2C3D-0000-4000-8000-0123456789AB"
    recognition = SpeechRecognition(ticker, FakeRecognizer(["a table for two"] * 9, seconds=0.05))
    async with (
        browser_harness(make, recognition=recognition) as harness,
        await open_session(messaging, make, harness.project) as client,
        await open_session(messaging, make, harness.project) as late,
        await open_session(messaging, make, await make.project()) as elsewhere,
    ):
        for one in (client, late, elsewhere):
            await one.send("LINK_TO_WEBRTC_CONVERSATION", {"call_sid": sid}, local_id="link")
            await one.send("HEARTBEAT")
            await one.next("HEARTBEAT")
        refused = await late.next("SYSTEM_MESSAGE")
        assert refused["metadata"] == {"custom": {"local_id": "link"}}
        await client.send("REQUEST_POLY_AGENT_JOIN")
        await client.say("Hello?")
        assert "on a call" in (await client.next("SYSTEM_MESSAGE"))["payload"]["message"]
        async with browser(harness.url, harness.token) as caller:
            await caller.call(callSid=sid.lower())
            await caller.until_heard(0.25)
            caller.microphone.say(noise(0.6))
            await client.next("POLY_AGENT_MESSAGE", 2)
            await caller.send({"type": "close", "sessionId": caller.session})
            assert (await client.next("SESSION_END"))["payload"] == {"reason": "REASON_NATURAL_END"}
        said = ["USER_MESSAGE", "POLY_AGENT_MESSAGE"]
        kinds = client.kinds[client.kinds.index("POLY_AGENT_JOINED") :]
        # Where the processor is busy the noise has a gap, and what comes behind it is heard as more.
        assert kinds[:4] == ["POLY_AGENT_JOINED", said[1], *said]
        assert kinds[-2:] == ["POLY_AGENT_LEFT", "SESSION_END"]
        assert client.of("USER_MESSAGE")[-1]["payload"]["text"] == "a table for two"
        turns = [turn["agent_response"] for turn in await harness.turns()]
        answers = [event["payload"]["text"] for event in client.of("POLY_AGENT_MESSAGE")]
        assert answers == turns[: len(answers)]
        assert elsewhere.kinds == ["SESSION_START", "HEARTBEAT"]
    await ticker.aclose()


async def is_told(caller: Browser, role: str, turn: int, text: str) -> bool:
    told = [each["data"] for each in caller.messages if each["type"] == "transcript"]
    return {"role": role, "turn": turn, "text": text, "final": True} in told


async def test_without_being_asked_for_no_transcript_is_sent(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.call()
        await caller.until_heard(0.25)
        assert {each["type"] for each in caller.messages} == {"answer"}


async def test_an_agent_that_hangs_up_closes_the_call(make: Make) -> None:
    start = "return {'utterance': 'Goodbye.', 'hangup': True}"
    async with browser_harness(make, start=start) as harness, browser(harness.url, harness.token) as caller:
        await caller.call()
        await caller.until_heard(0.3)
        await caller.until_message("close")
        await harness.until_over()
    assert caller.message("close")["sessionId"] == caller.session


async def test_a_connection_that_is_closed_ends_the_call(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.call()
        await caller.until_heard(0.25)
        await caller.peer.close()
        await harness.until_over()
        assert (await harness.row())["status"] == "success"


async def test_a_browser_that_vanishes_is_given_up(make: Make) -> None:
    with patch.object(browser_call, "LOST_SECONDS", 0.5), patch.object(browser_call, "WATCH_SECONDS", 0.1):
        async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
            await caller.call()
            await caller.until_heard(0.25)
            # Its network is gone: nothing comes, and nothing says so.
            (transceiver,) = caller.peer.getTransceivers()
            for protocol in transceiver.sender.transport.transport._connection._protocols:
                protocol.transport.abort()
            await harness.until_over()


async def test_a_lost_signalling_socket_does_not_end_the_call(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.call()
        await caller.until_heard(0.25)
        assert caller.socket is not None
        await caller.socket.close()
        await caller.open()
        await caller.send({"type": "ping", "sessionId": caller.session})
        await caller.until_message("pong")
        assert harness.handler.active_count == 1
        await harness.handler.drain(0)
        await caller.until_message("close")


async def test_keys_reach_the_conversation(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.call()
        await caller.until_heard(0.25)
        await caller.send({"type": "dtmf", "sessionId": caller.session, "data": {"digits": "12#"}})
        await harness.until_turns(2)
        assert (await harness.turns())[1]["user_input"] == "12"


async def test_an_access_token_and_an_app_without_a_page_are_let_in(make: Make) -> None:
    async with browser_harness(make) as harness:
        access = make.resources.access_tokens.mint(AccessToken(fingerprint(harness.token), "localhost"))
        async with browser(harness.url, access, origin=None) as caller:
            await caller.call()


@pytest.mark.parametrize(
    ("token", "origin", "code"),
    [
        ("good", "https://evil.example", "FORBIDDEN"),
        ("good", "null", "FORBIDDEN"),
        ("unknown", "http://localhost", "UNAUTHORIZED"),
        ("no calls", "http://localhost", "FORBIDDEN"),
        ("other environment", "http://localhost", "FORBIDDEN"),
        ("other family", "http://localhost", "UNAUTHORIZED"),
        ("other project", "http://localhost", "FORBIDDEN"),
        ("expired", "http://localhost", "UNAUTHORIZED"),
        ("ticket of another page", "http://localhost", "FORBIDDEN"),
        ("ticket of another account", "http://localhost", "FORBIDDEN"),
        ("ticket of a revoked key", "http://localhost", "UNAUTHORIZED"),
    ],
)
async def test_whom_nobody_lets_in(make: Make, token: str, origin: str, code: str) -> None:
    async with browser_harness(make) as harness, browser(harness.url, await token_of(harness, token), origin) as caller:
        await caller.open()
        await caller.offer()
        assert await caller.error() == code
        assert await harness.resources.db.fetch("select * from calls") == []
        assert (await health(harness))["activeSessions"] == 0
        answer = await ice_servers(harness, caller.token, origin)
    assert answer.status_code == {"FORBIDDEN": 403, "UNAUTHORIZED": 401}[code]
    assert "access-control-allow-origin" not in answer.headers


async def token_of(harness: Harness, kind: str) -> str:
    make, connector = harness.make, harness.connector
    if kind == "no calls":
        return await harness.key(None)
    if kind == "other environment":
        return await harness.key(connector, environment="sandbox")
    if kind == "other family":
        return (await make.key(Family.CHAT, harness.project)).secret
    if kind == "expired":
        lifetime = timedelta(microseconds=1)
        return (await make.key(Family.MESSAGING, harness.project, lifetime=lifetime, connector_id=connector.id)).secret
    if kind == "other project":
        other = await make.project()
        return (await make.key(Family.MESSAGING, other, connector_id=connector.id)).secret
    if kind.startswith("ticket"):
        host = "console.example" if "page" in kind else "localhost"
        return await ticket(harness, host, is_foreign="account" in kind, is_revoked="revoked" in kind)
    return {"good": harness.token}.get(kind, "pk_msg_unknown")


async def test_offers_that_are_none(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.open()
        await caller.offer(sdp="v=0\r\nm=audio nonsense\r\n")
        assert await caller.error() == "INVALID_ARGUMENT"
        nonsense: tuple[str | bytes, ...] = ("no json", b"\0binary", "[]", json.dumps({"type": "offer"}))
        for number, text in enumerate(nonsense, 2):
            await caller.send(text)
            await caller.until_message("error", number)
        codes = [each["data"]["code"] for each in caller.messages]
    assert codes[1:] == ["INVALID_MESSAGE"] * 3 + ["UNAUTHORIZED"]


async def test_who_sends_nothing_but_nonsense_is_sent_away(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.open()
        assert caller.socket is not None
        for _ in range(25):
            await caller.send("nonsense")
        await asyncio.wait_for(caller.socket.wait_closed(), 10)
        assert caller.socket.close_code == 1008


async def test_a_connector_has_so_many_lines(make: Make) -> None:
    async with (
        browser_harness(make, max_calls=1) as harness,
        browser(harness.url, harness.token) as first,
        browser(harness.url, harness.token) as second,
    ):
        await first.call()
        await second.open()
        await second.offer()
        assert await second.error() == "HANDLER_ERROR"


async def test_one_call_at_a_time_on_a_socket(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await caller.call()
        await caller.offer(sdp=caller.peer.localDescription.sdp)
        assert await caller.error() == "INVALID_ARGUMENT"
        await caller.offer(sdp=caller.peer.localDescription.sdp, sessionId=caller.session)
        await caller.until_message("error", 2)
        assert harness.handler.active_count == 1


async def test_a_process_that_is_about_to_stop_takes_no_call(make: Make) -> None:
    async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
        await harness.handler.drain(0)
        await caller.open()
        await caller.offer()
        assert await caller.error() == "HANDLER_ERROR"


async def test_a_browser_that_never_comes_frees_its_line_and_its_port(make: Make) -> None:
    with patch.object(gateway, "CONNECT_SECONDS", 0.2):
        async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
            await caller.open()
            await caller.offer()
            assert await caller.error() == "MEDIA_BRIDGE_FAILURE"
            await harness.until_over()
            assert (await harness.row())["status"] == "failure"
            assert (await health(harness))["activeSessions"] == 0


async def test_nobody_is_contacted_because_an_offer_names_them(make: Make) -> None:
    with patch.object(gateway, "CONNECT_SECONDS", 0.5), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as internal:
        internal.bind(("127.0.0.1", 0))
        internal.setblocking(False)
        port = internal.getsockname()[1]
        async with browser_harness(make) as harness, browser(harness.url, harness.token) as caller:
            await caller.open()
            named = f"a=candidate:1 1 udp 2130706431 127.0.0.1 {port} typ host"
            await caller.offer(sdp=OFFER.replace("a=mid:0", f"a=mid:0\r\n{named}"))
            await caller.until_message("answer")
            session = caller.message("answer")["sessionId"]
            await caller.send({"type": "ice-candidate", "sessionId": session, "data": {"candidate": named[2:]}})
            assert await caller.error() == "MEDIA_BRIDGE_FAILURE"
        with pytest.raises(BlockingIOError):
            internal.recv(2048)


async def test_a_caller_is_transferred_over_the_trunk_of_the_connector(make: Make) -> None:
    handoff = {"type": "desk", "reason": "asked", "invite": {"phone_number": "+493012345"}}
    start = f"return {{'utterance': 'One moment.', 'handoff': {handoff!r}}}"
    async with (
        browser_harness(make, start=start, host="trunk.example") as harness,
        browser(harness.url, harness.token) as caller,
    ):
        await caller.call()
        dialled, clerk = await harness.stack.placed.get()
        assert dialled.number == "+493012345"
        caller.microphone.say(noise(1.0))
        await until(lambda: is_loud(clerk))
        await clerk.hang_up()
        await caller.until_message("close")
        await harness.until_over()
        assert (await harness.conversation())["handoff"]


async def is_loud(call: FakeCall) -> bool:
    return bool(np.abs(np.frombuffer(call.read_audio() + b"\0\0", np.int16)).max() > 1_000)


async def test_ice_servers_are_told_to_who_may_call(make: Make) -> None:
    async with browser_harness(make) as harness:
        answer = await ice_servers(harness, harness.token, "http://localhost:8000")
    assert answer.json() == {"iceServers": []}
    assert answer.headers["access-control-allow-origin"] == "http://localhost:8000"


async def ice_servers(harness: Harness, token: str, origin: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(
            f"{harness.url}/api/v1/ice-servers", params={"token": token}, headers={"Origin": origin}
        )


async def health(harness: Harness) -> Any:
    async with httpx.AsyncClient() as client:
        return (await client.get(f"{harness.url}/health")).json()
