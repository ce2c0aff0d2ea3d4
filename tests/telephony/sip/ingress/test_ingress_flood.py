"""A call that runs, and one that comes in, while a stranger sends thousands of messages."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import replace
from ipaddress import ip_network

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.ingress import ingress
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.attack.measures import lost, memory, speaking
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import new_dialog, raw_phone
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

STRANGER = "127.0.0.9"
MESSAGES, FLOOD_SECONDS = 2000, 2.0
ANSWER_SECONDS = 3.0
"""Within which a trunk's call is answered; it takes 0.1 s when nothing else happens."""
MOST_LOST = 0.02
MOST_MEMORY = 30 << 20

FLOOD = """
import json, socket, sys, time
port, count, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.bind(("127.0.0.9", 0))
line.setblocking(False)
here, answers, began = "127.0.0.9:%d" % line.getsockname()[1], 0, time.monotonic()
sdp = "v=0\\r\\no=- 1 1 IN IP4 127.0.0.9\\r\\ns=-\\r\\nc=IN IP4 127.0.0.9\\r\\nt=0 0\\r\\nm=audio 9 RTP/AVP 0\\r\\n"
for number in range(count):
    method = ("INVITE", "INVITE", "INVITE", "OPTIONS", "REGISTER", "garbage")[number % 6]
    body = sdp if method == "INVITE" else ""
    message = (
        f"{method} sip:+4420795{number}@127.0.0.1 SIP/2.0\\r\\nVia: SIP/2.0/UDP {here};branch=z9hG4bK{number}\\r\\n"
        f"From: <sip:x@y>;tag={number}\\r\\nTo: <sip:z@z>\\r\\nCall-ID: {number}@flood\\r\\nCSeq: 1 {method}\\r\\n"
        f"Contact: <sip:x@{here}>\\r\\nMax-Forwards: 70\\r\\nContent-Type: application/sdp\\r\\n"
        f"Content-Length: {len(body)}\\r\\n\\r\\n{body}"
    )
    line.sendto(message.encode() if method != "garbage" else b"\\xff" * 500, ("127.0.0.1", port))
    time.sleep(max(0, began + seconds * number / count - time.monotonic()))
    try:
        while line.recv(4096):
            answers += 1
    except BlockingIOError:
        pass
print(json.dumps(answers))
"""


async def flood(port: int) -> int:
    """How many answers the stranger got."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", FLOOD, str(port), str(MESSAGES), str(FLOOD_SECONDS)), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    return int(json.loads(out))


async def test_a_flood_leaves_the_trunks_calls_undisturbed(
    stack: BaresipStack, sip_settings: SipSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingress, "FILTER_SECONDS", FLOOD_SECONDS + 1)
    stack.allow_trunks([[ip_network(f"{LOOPBACK}/32")]])
    answered: asyncio.Queue[SipCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        assert incoming.source == LOOPBACK, "a stranger came through"
        answered.put_nowait(await incoming.answer())

    stack.on_incoming_call(received)
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver, receive_rtp() as other:
        dialog = await phone.call(receiver)
        call = await answered.get()
        async with speaking(call):

            async def is_heard() -> bool:
                return len(receiver.packets) > 10

            await until(is_heard)
            before = memory()
            flooding = asyncio.create_task(flood(sip_settings.udp_port))
            took = list[float]()
            while not flooding.done():
                began = time.monotonic()
                further = await phone.call(other)
                took.append(time.monotonic() - began)
                await phone.ask("BYE", replace(further, branch=""), cseq=2)
                await answered.get()
                await asyncio.wait({flooding}, timeout=0.2)
            grown = memory() - before
        assert (await phone.ask("OPTIONS", replace(dialog, branch=""), cseq=2)).code == 200
        assert not phone.asked("BYE"), "the call is still there"
        assert max(took) < ANSWER_SECONDS
        assert len(took) > 2
        assert lost(receiver) < MOST_LOST
        assert 1 <= flooding.result() < MESSAGES * 0.1, "told a few times, then ignored"
        assert grown < MOST_MEMORY
        await call.hang_up()
    await until_told(sip_settings.udp_port)
    stack.allow_trunks([[ip_network("0.0.0.0/0")]])


async def until_told(port: int) -> None:
    """Once it is over, a stranger is answered again."""
    async with raw_phone(port, STRANGER) as stranger:
        asked_at = float("-inf")

        async def is_told() -> bool:
            nonlocal asked_at
            if time.monotonic() > asked_at + 0.3:
                asked_at = time.monotonic()
                stranger.write("OPTIONS", new_dialog())
            return any(one.code == 403 for one in stranger.got)

        await until(is_told, 20)
