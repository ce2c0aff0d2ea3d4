"""The life of the stack. A process has one at a time, so those that are spoilt here live in processes of their own."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import sys
from contextlib import closing
from typing import Any

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack, StackNotStarted, open_stack
from parley.telephony.sip.baresip.user_agent_pool import MAX_AGENTS
from parley.telephony.sip.protocol import CallNotConnected, DialRequest, Peer
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import HangupCause
from tests.telephony.peers.process import LOOPBACK, free_ports
from tests.telephony.peers.sipp import called

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 30.0

HEAD = """
import asyncio, json, logging, os, sys
logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
from parley.telephony.sip.baresip.stack import *
from parley.telephony.sip.protocol import *
from parley.telephony.sip.settings import SipSettings

async def run(settings):
{body}

print(json.dumps(asyncio.run(run(SipSettings(**json.loads(sys.argv[1]))))))
"""


async def alone(body: str, **settings: Any) -> tuple[Any, str]:
    """What this code returns in a process of its own, and what it logs."""
    script = HEAD.format(body="\n".join(f"    {line}" for line in body.strip().splitlines()))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        json.dumps(settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, log = await asyncio.wait_for(process.communicate(), SECONDS)
    assert process.returncode == 0, log.decode()
    return json.loads(out.splitlines()[-1]), log.decode()


BOUND = """
def sockets(kind):
    rows = [line.split() for line in open(f"/proc/net/{kind}")][1:]
    files = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
    ours = {os.stat(file).st_ino for file in files if os.path.exists(file)}
    return sorted(row[1] for row in rows if int(row[9]) in ours)
stack = await open_stack(settings)
found = sockets("udp"), sockets("tcp")
await stack.aclose()
return [*found, sockets("udp"), sockets("tcp")]
"""


def proc_address(address: str, port: int) -> str:
    """As /proc/net writes it."""
    return f"{int.from_bytes(socket.inet_aton(address), 'little'):08X}:{port:04X}"


async def test_it_listens_where_it_is_told_and_lets_go() -> None:
    udp, tls = free_ports(), free_ports()
    (udp_sockets, tcp_sockets, *after), _ = await alone(BOUND, host=LOOPBACK, udp_port=udp, tls_port=tls)
    assert proc_address(LOOPBACK, udp) in udp_sockets
    assert tcp_sockets == sorted([proc_address(LOOPBACK, udp), proc_address(LOOPBACK, tls)])
    assert after == [[], []]


async def test_a_port_that_is_taken_is_said_so() -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as owner:
        owner.bind((LOOPBACK, 0))
        owner.listen()
        body = """
try:
    await open_stack(settings)
except StackNotStarted as error:
    return str(error)
"""
        said, _ = await alone(body, host=LOOPBACK, udp_port=free_ports(), tls_port=owner.getsockname()[1])
        assert "Address already in use" in said


async def test_when_its_thread_dies_the_calls_end_and_it_says_so() -> None:
    body = """
stack = await open_stack(settings)
call = await stack.dial(DialRequest("1", Peer("127.0.0.1", PORT, "2", "example.org"), False, False))
await call.wait_connected(5)
was_alive = stack.is_alive
from baresip._native import lib, ffi
lib.bp_cmd(lib.BP_CMD_STOP, 0, ffi.NULL)
ended = await asyncio.wait_for(call.wait_ended(), 30)
try:
    await stack.dial(DialRequest("1", Peer("127.0.0.1", PORT, "2", "example.org"), False, False))
except CallNotConnected as error:
    refused = error.reason
await stack.aclose()
return [was_alive, stack.is_alive, ended.by_peer, ended.reason, refused]
"""
    async with called("answer") as sipp:
        seen, _ = await alone(
            body.replace("PORT", str(sipp.port)), host=LOOPBACK, udp_port=free_ports(), tls_port=free_ports()
        )
        assert seen == [True, False, False, "the stack died", "the stack is gone"]


async def test_no_log_tells_who_called_whom() -> None:
    body = """
stack = await open_stack(settings)
for caller in ("+15550199", "bad caller"):
    peer = Peer("127.0.0.1", PORT, caller, "example.org")
    call = await stack.dial(DialRequest("+15550123", peer, False, False, {"X-Id": "c-17"}))
    try:
        await call.wait_connected(5)
    except CallNotConnected:
        pass
    await call.hang_up()
await stack.aclose()
return 0
"""
    async with called("answer", calls=2) as sipp:
        _, log = await alone(
            body.replace("PORT", str(sipp.port)), host=LOOPBACK, udp_port=free_ports(), tls_port=free_ports()
        )
        assert await sipp.finished() == 0
    for secret in ("5550123", "5550199", "c-17", "INVITE", "example.org"):
        assert secret not in log


async def test_strangers_leave_no_trace_in_the_log() -> None:
    """Scanners try every method; what they want is nobody's business, and they cannot write into our logs."""
    body = """
import socket
stack = await open_stack(settings)
answers = []
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
    stranger.bind(("127.0.0.1", 0))
    stranger.setblocking(False)
    here = "127.0.0.1:%d" % stranger.getsockname()[1]
    for method in ("REGISTER", "CANCEL", "ACK", "PUBLISH", "OPTIONS"):
        message = (
            f"{method} sip:+15550777@127.0.0.1 SIP/2.0\\r\\nVia: SIP/2.0/UDP {here};branch=z9hG4bK{method}\\r\\n"
            f"From: <sip:x@y>;tag=1\\r\\nTo: <sip:+15550777@z>\\r\\nCall-ID: {method}\\r\\nCSeq: 1 {method}\\r\\n"
            "Max-Forwards: 70\\r\\nContent-Length: 0\\r\\n\\r\\n"
        )
        await asyncio.get_running_loop().sock_sendto(stranger, message.encode(), ("127.0.0.1", settings.udp_port))
    for _ in range(4):
        answer = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(stranger, 4096), 30)
        answers.append(answer.decode().splitlines()[0])
await stack.aclose()
return answers
"""
    answers, log = await alone(body, host=LOOPBACK, udp_port=free_ports(), tls_port=free_ports())
    assert answers == [
        "SIP/2.0 501 Not Implemented",
        "SIP/2.0 481 Transaction Does Not Exist",
        "SIP/2.0 501 Not Implemented",
        "SIP/2.0 200 OK",
    ]
    assert "5550777" not in log


async def test_children_do_not_inherit_its_sockets(stack: BaresipStack) -> None:
    async with called("answer", "-rtp_echo") as sipp:
        peer = Peer(LOOPBACK, sipp.port, "1", "example.org")
        call = await stack.dial(DialRequest("1", peer, tls=False, srtp=False))
        await call.wait_connected(SECONDS)
        sockets = [number for number in map(int, os.listdir("/proc/self/fd")) if number > 2 and is_socket(number)]
        assert [number for number in sockets if os.get_inheritable(number)] == []
        await call.hang_up()


def is_socket(number: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


async def test_there_is_one_at_a_time(stack: BaresipStack, sip_settings: SipSettings) -> None:
    with pytest.raises(StackNotStarted):
        await open_stack(sip_settings)
    assert stack.is_alive


def test_settings_that_the_stack_would_misread() -> None:
    with pytest.raises(ValueError, match="250"):
        SipSettings(max_calls=500)


async def test_passwords_beyond_number(stack: BaresipStack) -> None:
    """Agents are used again: more passwords than agents, and each call gives its own."""
    async with called("busy", calls=MAX_AGENTS + 5) as sipp:
        for number in range(MAX_AGENTS + 5):
            peer = Peer(LOOPBACK, sipp.port, "1", "example.org", f"user-{number}", "secret")
            call = await stack.dial(DialRequest("2", peer, tls=False, srtp=False))
            with pytest.raises(CallNotConnected):
                await call.wait_connected(SECONDS)
        assert await sipp.finished() == 0


async def test_many_calls_at_once(stack: BaresipStack) -> None:
    async with called("answer", "-rtp_echo", calls=30) as sipp:
        peer = Peer(LOOPBACK, sipp.port, "1", "example.org")
        calls = [await stack.dial(DialRequest(str(number), peer, tls=False, srtp=False)) for number in range(30)]
        await asyncio.gather(*(call.wait_connected(SECONDS) for call in calls))
        for call in calls:
            assert call.write_audio(bytes(320)) == 320
        await asyncio.gather(*(call.hang_up() for call in calls))
        assert {await call.wait_ended() for call in calls} == {HangupCause(by_peer=False)}
        assert await sipp.finished() == 0
