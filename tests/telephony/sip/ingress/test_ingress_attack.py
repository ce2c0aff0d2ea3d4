"""A call goes on while others send what nobody honest sends. A few seconds in `make test`, an hour of others in
`make test-sip-attack`, which prints what it measured. `SIP_ATTACK_SEED` reproduces a run."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from ipaddress import ip_network
from itertools import islice
from random import Random

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.ingress import ingress
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import CallEnded
from tests.telephony.attack.flood import ADDRESSES, CONNECTIONS, MANY, ONE, flood
from tests.telephony.attack.measures import (
    StampedReceiver,
    descriptors,
    longest_gap,
    lost,
    memory,
    speaking,
    stamped_rtp,
)
from tests.telephony.attack.mutation import local, mutants
from tests.telephony.attack.packets import OFFER, call_seeds, media_seeds, sip_seeds
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import Dialog, RawPhone, new_dialog, offer, raw_phone
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

MESSAGES = int(os.environ.get("SIP_ATTACK_MESSAGES", "200"))
FLOOD, FLOOD_SECONDS = int(os.environ.get("SIP_ATTACK_FLOOD", "2000")), int(os.environ.get("SIP_ATTACK_SECONDS", "1"))
SEED = int(os.environ.get("SIP_ATTACK_SEED", "1"))
IS_LONG = "SIP_ATTACK_MESSAGES" in os.environ
AT_ONCE = 40
"""Messages between two questions whether the stack still answers."""
MOST_LOST, MOST_GAP, MOST_MEMORY, MOST_DESCRIPTORS = 0.02, 0.5, 60 << 20, 40
"""The gap is looked at in the long form alone: it tells of the machine as well."""
EVERYBODY = [[ip_network("0.0.0.0/0")]]
TRUNK, WATCHED = "127.0.0.2", "watched"
"""Who attacks as a trunk, and the number of the call that goes on."""


@dataclass(slots=True)
class Watched:
    """The call that goes on, and calls that others place."""

    phone: RawPhone
    dialog: Dialog
    receiver: StampedReceiver
    answered: asyncio.Queue[SipCall]
    memory: int
    descriptors: int

    async def goes_on(self, cseq: int) -> bool:
        asked = await self.phone.ask("OPTIONS", replace(self.dialog, branch=""), cseq=cseq)
        return asked.code == 200 and not self.phone.asked("BYE")

    def report(self, name: str, count: int) -> None:
        print(
            f"\n{name}: {count} sent, {lost(self.receiver):.2%} of the call's packets lost, longest gap "
            f"{longest_gap(self.receiver) * 1000:.0f} ms, memory {(memory() - self.memory) / 2**20:+.1f} MB, "
            f"descriptors {descriptors() - self.descriptors:+d}, seed {SEED}"
        )


@asynccontextmanager
async def answering(stack: BaresipStack) -> AsyncIterator[asyncio.Queue[SipCall]]:
    """The call of the number that is watched is answered, and those that offer what can be; whatever comes."""
    answered: asyncio.Queue[SipCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        if incoming.called not in (WATCHED, "victim"):
            await incoming.refuse(480, "Temporarily Unavailable")
            return
        with suppress(CallEnded):
            answered.put_nowait(await incoming.answer())

    stack.on_incoming_call(received)
    yield answered
    while not answered.empty():
        await answered.get_nowait().hang_up()


@pytest.fixture
async def watched(stack: BaresipStack, sip_settings: SipSettings) -> AsyncIterator[Watched]:
    stack.allow_trunks(EVERYBODY)
    async with answering(stack) as answered, raw_phone(sip_settings.udp_port) as phone:
        with stamped_rtp() as receiver:
            dialog = await phone.call(receiver, number=WATCHED)
            call = await answered.get()
            async with speaking(call):

                async def is_heard() -> bool:
                    return len(receiver.packets) > 10

                await until(is_heard)
                yield Watched(phone, dialog, receiver, answered, memory(), descriptors())
            await call.hang_up()
    stack.allow_trunks(EVERYBODY)


async def undisturbed(watched: Watched, name: str, count: int) -> None:
    """Nothing happened to the call, and what others took is given back."""

    async def is_given_back() -> bool:
        while not watched.answered.empty():
            await watched.answered.get_nowait().hang_up()
        return descriptors() - watched.descriptors < MOST_DESCRIPTORS

    assert await watched.goes_on(2)
    await until(is_given_back, 60)
    watched.report(name, count)
    assert lost(watched.receiver) < MOST_LOST
    assert memory() - watched.memory < MOST_MEMORY
    assert not IS_LONG or longest_gap(watched.receiver) < MOST_GAP


async def send_all(phone: RawPhone, messages: Iterator[bytes], *, over_tcp: bool = False) -> None:
    """As fast as the stack reads them."""
    while batch := list(islice(messages, AT_ONCE)):
        for message in batch:
            phone.send(message)
        if over_tcp:
            await _over_connection(phone.target, batch)
        assert (await phone.ask("OPTIONS", new_dialog())).code == 200
        # Where the stack fails to make a call, it uses memory that it has given back.
        assert not [one for one in phone.got if one.start == "SIP/2.0 500 Call Error"]
        phone.got.clear()


async def _over_connection(port: int, messages: Sequence[bytes]) -> None:
    """One after the other, until the stack has had enough of this connection."""
    _, writer = await asyncio.open_connection(LOOPBACK, port)
    try:
        for message in messages:
            writer.write(message.replace(b"/UDP", b"/TCP"))
        await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def test_messages(watched: Watched) -> None:
    async with raw_phone(watched.phone.target, TRUNK) as phone:
        made = islice(local(mutants(sip_seeds(phone), Random(SEED))), MESSAGES)
        await send_all(phone, made, over_tcp=True)
    await undisturbed(watched, "SIP messages", MESSAGES)


async def test_messages_in_a_call(watched: Watched) -> None:
    """The attacked call may end; then there is a new one."""
    async with raw_phone(watched.phone.target, TRUNK) as phone, receive_rtp(echo=True) as receiver:
        for number in range(max(1, MESSAGES // 200)):
            dialog = replace(await phone.call(receiver, number="victim"), branch="")
            made = mutants(call_seeds(phone, dialog), Random(SEED + number))
            await send_all(phone, islice(local(made, in_call=True), min(MESSAGES, 200)))
            phone.write("BYE", dialog, cseq=90)
    await undisturbed(watched, "messages in a call", MESSAGES)


async def test_session_descriptions(watched: Watched) -> None:
    """As offers of calls that would be answered."""
    seeds = [OFFER.encode(), offer(LOOPBACK, 9).encode()]
    offers = islice(local(mutants(seeds, Random(SEED))), MESSAGES // 4)
    seen = set[int]()
    async with raw_phone(watched.phone.target, TRUNK) as phone:
        for body in offers:
            dialog = new_dialog()
            answer = await phone.ask("INVITE", dialog, body=body.decode("latin-1"), number="victim")
            seen.add(answer.code)
            if answer.code == 200:
                answered = replace(dialog, called_tag=answer.header("To").rpartition("tag=")[2])
                phone.write("ACK", answered)
                await phone.ask("BYE", answered, cseq=2)
            phone.got.clear()
    assert {200, 488} <= seen <= {200, 400, 415, 480, 486, 488, 606}, seen
    await undisturbed(watched, "session descriptions", MESSAGES // 4)


async def test_media(watched: Watched, stack: BaresipStack) -> None:
    """RTP and RTCP to the ports of a call, from its own address and from another's."""
    async with raw_phone(watched.phone.target, TRUNK) as phone, receive_rtp(echo=True) as receiver:
        dialog = await phone.call(receiver, number="victim")
        call = await watched.answered.get()

        async def is_heard() -> bool:
            call.write_audio(bytes(320))
            return bool(receiver.packets)

        await until(is_heard)
        answer = next(one for one in phone.got if one.code == 200 and "m=audio" in one.text)
        port = int(answer.text.partition("m=audio ")[2].split(" ")[0])
        async with receive_rtp(address="127.0.0.9") as other:
            for count, packet in enumerate(islice(mutants(media_seeds(), Random(SEED)), MESSAGES * 5)):
                for sender in (receiver, other):
                    assert sender.transport is not None
                    sender.transport.sendto(packet[:1400], (LOOPBACK, port + count % 2))
                if count % AT_ONCE == 0:
                    assert (await phone.ask("OPTIONS", new_dialog())).code == 200
        asked = await phone.ask("OPTIONS", replace(dialog, branch=""), cseq=2)
        assert asked.code == 200, "the attacked call goes on too"
        receiver.packets.clear()
        await until(is_heard)
        await call.hang_up()
    await undisturbed(watched, "media packets", MESSAGES * 10)


@pytest.mark.parametrize("kind", [ONE, MANY, CONNECTIONS] if IS_LONG else [MANY, CONNECTIONS])
async def test_floods(
    watched: Watched, stack: BaresipStack, monkeypatch: pytest.MonkeyPatch, kind: str, sip_settings: SipSettings
) -> None:
    """While strangers flood, the trunk's own calls come through."""
    monkeypatch.setattr(ingress, "FILTER_SECONDS", FLOOD_SECONDS + 1)
    stack.allow_trunks([[ip_network(f"{LOOPBACK}/32")]])
    count = FLOOD // 10 if kind == CONNECTIONS else FLOOD
    flooding = asyncio.create_task(flood(kind, sip_settings.udp_port, count, FLOOD_SECONDS))
    placed = 0
    async with receive_rtp() as other:
        while not flooding.done():
            further = await watched.phone.call(other, number="victim")
            await watched.phone.ask("BYE", replace(further, branch=""), cseq=2)
            await watched.answered.get()
            placed += 1
            await asyncio.wait({flooding}, timeout=0.2)
    assert placed >= 1
    # Each address is answered a few times; all of them together not more than strangers may.
    assert flooding.result().answers < max(0.2 * count, 400)
    await undisturbed(watched, f"flood over {kind} ({ADDRESSES if kind != ONE else 1})", count)
