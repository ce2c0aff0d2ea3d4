"""Floods, sent by a process of their own: from one address, from hundreds, and over connections."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass

ONE, MANY, CONNECTIONS = "one address", "many addresses", "connections"
ADDRESSES = 400

PROGRAM = """
import json, socket, sys, time
kind, port, count, seconds, addresses = sys.argv[1], *map(int, sys.argv[2:6])
INVITE = (
    "{method} sip:+4420795{number}@127.0.0.1 SIP/2.0\\r\\nVia: SIP/2.0/{transport} {here};branch=z9hG4bK{number}\\r\\n"
    "From: <sip:x@y>;tag={number}\\r\\nTo: <sip:z@z>\\r\\nCall-ID: {number}@flood\\r\\nCSeq: 1 {method}\\r\\n"
    "Contact: <sip:x@{here}>\\r\\nMax-Forwards: 70\\r\\nContent-Type: application/sdp\\r\\n"
    "Content-Length: {length}\\r\\n\\r\\n{body}"
)
SDP = "v=0\\r\\no=- 1 1 IN IP4 127.0.0.9\\r\\ns=-\\r\\nc=IN IP4 127.0.0.9\\r\\nt=0 0\\r\\nm=audio 9 RTP/AVP 0\\r\\n"
def message(number, here, transport):
    method = ("INVITE", "INVITE", "INVITE", "OPTIONS", "REGISTER", "garbage")[number % 6]
    if method == "garbage":
        return b"\\xff" * 500
    body = SDP if method == "INVITE" else ""
    return INVITE.format(
        method=method, number=number, here=here, transport=transport, length=len(body), body=body
    ).encode()
def address(number):
    return f"127.1.{number // 250}.{number % 250 + 1}"
began, answers, lines = time.monotonic(), 0, []
if kind != "connections":
    for number in range(addresses if kind == "many addresses" else 1):
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        line.bind((address(number), 0))
        line.setblocking(False)
        lines.append(line)
for number in range(count):
    if kind == "connections":
        line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        line.bind((address(number % addresses), 0))
        line.settimeout(0.05)  # whom the kernel keeps out waits longer
        try:
            line.connect(("127.0.0.1", port))
            if number % 2:
                line.sendall(message(number, "%s:%d" % line.getsockname(), "TCP"))
        except OSError:
            pass
        lines.append(line)
        if len(lines) > 300:
            lines.pop(0).close()
    else:
        line = lines[number % len(lines)]
        line.sendto(message(number, "%s:%d" % line.getsockname(), "UDP"), ("127.0.0.1", port))
        try:
            while line.recv(4096):
                answers += 1
        except BlockingIOError:
            pass
    time.sleep(max(0, began + seconds * number / count - time.monotonic()))
print(json.dumps([answers, time.monotonic() - began]))
"""


@dataclass(frozen=True, slots=True)
class Flooded:
    answers: int
    """To datagrams."""
    seconds: float


async def flood(kind: str, port: int, messages: int, seconds: int) -> Flooded:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, kind, str(port), str(messages), str(seconds), str(ADDRESSES)),
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    return Flooded(*json.loads(out))
