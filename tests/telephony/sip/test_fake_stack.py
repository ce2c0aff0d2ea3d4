from __future__ import annotations

import asyncio

import pytest

from parley.telephony.sip.fake_stack import FakeStack
from parley.telephony.sip.protocol import (
    CallNotConnected,
    DialRequest,
    IncomingCall,
    Peer,
    SipCall,
    SipStack,
    TransferRefused,
)
from parley.voice.media_leg import CallEnded, HangupCause
from tests.waiting import until

DIALLED = DialRequest("+4930", Peer("example.org", 5060, "+1", "example.org"), tls=False, srtp=True)


async def test_it_is_a_stack() -> None:
    stack: SipStack = FakeStack()
    call: SipCall = await stack.dial(DIALLED)
    await call.wait_connected(1)
    assert call.is_encrypted
    await stack.aclose()
    assert await call.wait_ended() == HangupCause(by_peer=False)
    with pytest.raises(CallNotConnected):
        await stack.dial(DIALLED)


@pytest.mark.slow
async def test_both_ends_hear_each_other_as_time_goes_by() -> None:
    stack = FakeStack()
    near = await stack.dial(DIALLED)
    _, far = await stack.placed.get()
    assert near.write_audio(b"\1\2" * 800) == 1600
    assert 0 < near.queued_seconds() <= 0.1
    heard = bytearray()

    async def is_all_heard() -> bool:
        heard.extend(far.read_audio())
        return near.queued_seconds() == 0 and heard.endswith(bytes(64))

    await until(is_all_heard)
    assert heard.strip(b"\0") == b"\1\2" * 800
    near.write_audio(b"\3\4" * 8000)
    near.clear_audio()
    assert near.queued_seconds() == 0
    digits: list[str] = []
    await near.send_dtmf("1")
    far.on_digit(digits.append)
    await near.send_dtmf("2#")
    assert digits == ["1", "2", "#"]


@pytest.mark.parametrize(("answer", "code"), [(486, 486), (None, None)])
async def test_nobody_answers(answer: int | None, code: int | None) -> None:
    call = await FakeStack(lambda _: answer).dial(DIALLED)
    with pytest.raises(CallNotConnected) as refused:
        await call.wait_connected(0.01)
    assert refused.value.code == code
    with pytest.raises(CallEnded):
        call.read_audio()


async def test_transfers() -> None:
    stack = FakeStack()
    call = await stack.dial(DIALLED)
    call.far.refer_code = 486
    with pytest.raises(TransferRefused):
        await call.refer("sip:1@b", 1)
    call.far.refer_code = 200
    assert await call.refer("sip:2@b", 1) == 200
    assert call.far.refers == ["sip:1@b", "sip:2@b"]
    assert await call.wait_ended() == HangupCause(by_peer=False, reason="transferred")


async def test_somebody_calls() -> None:
    stack = FakeStack()
    answered: asyncio.Queue[SipCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        if incoming.called == "+1":
            answered.put_nowait(await incoming.answer())
        else:
            await incoming.refuse(404, "Not Found")

    far, incoming = stack.call("+1")
    with pytest.raises(CallNotConnected):
        await far.wait_connected(1)
    stack.on_incoming_call(received)
    far, incoming = stack.call("+1", headers={"X-A": "b"})
    await far.wait_connected(1)
    near = await answered.get()
    await near.hang_up({"X-B": "c"})
    assert await far.wait_ended() == HangupCause(by_peer=True)
    assert far.bye_headers == {"X-B": "c"}
    far, incoming = stack.call("+2")
    with pytest.raises(CallNotConnected) as refused:
        await far.wait_connected(1)
    assert refused.value.code == 404
    assert incoming.refusal == (404, "Not Found", {})
