"""Calls while nothing moves: a machine that has no time for us is no reason to hang up on everybody."""

from __future__ import annotations

import pytest

from parley.telephony.sip.baresip.watchdog import MAX_MISSED
from tests.telephony.peers.process import LOOPBACK, free_ports
from tests.telephony.peers.sipp import called
from tests.telephony.sip.baresip.test_stack import alone

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

BODY = """
import threading, time
import parley.telephony.sip.baresip.stack as module
module.PROBE_SECONDS = PERIOD
stack = await open_stack(settings)
call = await stack.dial(DialRequest("1", Peer("127.0.0.1", PORT, "2", "example.org"), False, False))
await call.wait_connected(5)
awake = threading.Event()
rest = lambda seconds: asyncio.ensure_future(asyncio.wait({asyncio.ensure_future(
    stack._thread.run(lambda: awake.wait(seconds)))}))
PAUSE
alive = stack.is_alive
written = call.write_audio(bytes(320)) if alive else (await call.wait_ended()).reason
awake.set()
if alive:
    await call.hang_up()
await stack.aclose()
return [alive, written]
"""
PERIOD = 0.4


async def after(pause: str) -> list[object]:
    """Whether the stack lives, and how a call that ran is, after a pause."""
    async with called("answer", "-rtp_echo") as sipp:
        body = BODY.replace("PAUSE", pause).replace("PORT", str(sipp.port)).replace("PERIOD", str(PERIOD))
        seen, _ = await alone(body, host=LOOPBACK, udp_port=free_ports(), tls_port=free_ports())
        return list(seen)


async def test_calls_survive_when_the_sip_thread_or_our_own_loop_rests_for_a_while() -> None:
    """The thread for more than two probes, as 8 s are with one every 5 s; the loop for longer than the thread may."""
    resting, standing = 2.2 * PERIOD, PERIOD * (MAX_MISSED + 1)
    pause = f"""
rest({resting})
await asyncio.sleep({resting + 2 * PERIOD})
time.sleep({standing})
await asyncio.sleep({2 * PERIOD})
"""
    assert await after(pause) == [True, 320]


async def test_a_thread_that_does_not_come_back_is_given_up() -> None:
    pause = """
rest(25)
for _ in range(2000):
    if not stack.is_alive:
        break
    await asyncio.sleep(0.01)
"""
    assert await after(pause) == [False, "the stack died"]
