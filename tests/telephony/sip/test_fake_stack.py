from __future__ import annotations

import asyncio

import pytest

from parley.telephony.sip.fake_stack import PretendStack
from parley.telephony.sip.protocol import (
    Call,
    CallGone,
    CallNotConnected,
    Dialled,
    Ended,
    Invitation,
    Peer,
    Stack,
    TransferRefused,
)
from tests.waiting import until

DIALLED = Dialled("+4930", Peer("example.org", 5060, "+1", "example.org"), tls=False, srtp=True)


async def test_it_is_a_stack() -> None:
    stack: Stack = PretendStack()
    call: Call = await stack.dial(DIALLED)
    await call.connected(1)
    assert call.is_encrypted
    await stack.aclose()
    assert await call.ended() == Ended(by_peer=False)
    with pytest.raises(CallNotConnected):
        await stack.dial(DIALLED)


async def test_both_ends_hear_each_other_as_time_goes_by() -> None:
    stack = PretendStack()
    near = await stack.dial(DIALLED)
    _, far = await stack.placed.get()
    assert near.write(b"\1\2" * 800) == 1600
    assert 0 < near.unheard() <= 0.1
    heard = bytearray()

    async def is_all_heard() -> bool:
        heard.extend(far.read())
        return near.unheard() == 0 and heard.endswith(bytes(64))

    await until(is_all_heard)
    assert heard.strip(b"\0") == b"\1\2" * 800
    near.write(b"\3\4" * 8000)
    near.hush()
    assert near.unheard() == 0
    digits: list[str] = []
    await near.press("1")
    far.on_digit(digits.append)
    await near.press("2#")
    assert digits == ["1", "2", "#"]


@pytest.mark.parametrize(("answer", "code"), [(486, 486), (None, None)])
async def test_nobody_answers(answer: int | None, code: int | None) -> None:
    call = await PretendStack(lambda _: answer).dial(DIALLED)
    with pytest.raises(CallNotConnected) as refused:
        await call.connected(0.01)
    assert refused.value.code == code
    with pytest.raises(CallGone):
        call.read()


async def test_transfers() -> None:
    stack = PretendStack()
    call = await stack.dial(DIALLED)
    call.far.refer_code = 486
    with pytest.raises(TransferRefused):
        await call.refer("sip:1@b", 1)
    call.far.refer_code = 200
    assert await call.refer("sip:2@b", 1) == 200
    assert call.far.refers == ["sip:1@b", "sip:2@b"]
    assert await call.ended() == Ended(by_peer=False, reason="transferred")


async def test_somebody_calls() -> None:
    stack = PretendStack()
    answered: asyncio.Queue[Call] = asyncio.Queue()

    async def received(invitation: Invitation) -> None:
        if invitation.called == "+1":
            answered.put_nowait(await invitation.answer())
        else:
            await invitation.refuse(404, "Not Found")

    far, invitation = stack.call("+1")
    with pytest.raises(CallNotConnected):
        await far.connected(1)
    stack.on_invitation(received)
    far, invitation = stack.call("+1", headers={"X-A": "b"})
    await far.connected(1)
    near = await answered.get()
    await near.hang_up({"X-B": "c"})
    assert await far.ended() == Ended(by_peer=True)
    assert far.farewell == {"X-B": "c"}
    far, invitation = stack.call("+2")
    with pytest.raises(CallNotConnected) as refused:
        await far.connected(1)
    assert refused.value.code == 404
    assert invitation.refusal == (404, "Not Found", {})
