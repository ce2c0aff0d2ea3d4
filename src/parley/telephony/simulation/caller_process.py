"""The process of a simulated caller. Its first argument is the descriptor of the socket on which it is told what to
say, a line of JSON at a time."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from parley.kit import log
from parley.kit.ports import free_port
from parley.runtime.test_runs.caller_lines import CallerLine
from parley.telephony.simulation.call import call_and_speak
from parley.telephony.simulation.plan import CallPlan, report_to_json
from parley.telephony.sip.protocol import CallNotConnected, DialRequest, Peer
from parley.telephony.sip.settings import SipSettings
from parley.voice.simulation.simulated_caller import SimulatedCaller

LOOPBACK = "127.0.0.1"
RING_SECONDS = 20.0


class _Link:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def receive(self) -> Mapping[str, Any] | None:
        """None when the other end has closed."""
        line = await self._reader.readline()
        found: Mapping[str, Any] | None = json.loads(line) if line else None
        return found

    def tell(self, **message: Any) -> None:
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def aclose(self) -> None:
        await self._writer.drain()
        self._writer.close()


async def _main(descriptor: int) -> None:
    link = _Link(*await asyncio.open_connection(sock=socket.socket(fileno=descriptor)))
    told = await link.receive()
    if told is None:
        return
    plan = CallPlan.from_json(told)
    peer = Peer(LOOPBACK, plan.port, plan.caller, LOOPBACK)
    settings = SipSettings(host=LOOPBACK, udp_port=free_port(), tls_port=free_port(), max_calls=1)
    try:
        caller = await call_and_speak(
            settings,
            DialRequest(plan.number, peer, tls=False, srtp=False),
            plan.surroundings,
            partial(_lines, link, plan.waits),
            ring_seconds=RING_SECONDS,
            line_began=lambda number, _line: link.tell(began=number),
        )
    except CallNotConnected as refused:
        link.tell(failed=f"{refused.reason}{f' ({refused.code})' if refused.code else ''}")
    else:
        if plan.recording:
            await asyncio.to_thread(caller.save_recording, Path(plan.recording))
        link.tell(report=report_to_json(caller.report), began_at=caller.began_at)
    await link.aclose()


async def _lines(link: _Link, waits: bool, caller: SimulatedCaller) -> AsyncIterator[CallerLine]:
    while True:
        if waits:
            await caller.wait_for_answer()
        link.tell(ready=True)
        told = await link.receive()
        if told is None or "line" not in told:
            return
        yield CallerLine(**told["line"])


if __name__ == "__main__":
    log.configure("caller", "error")
    # Who does not listen any more has given up the call.
    with suppress(ConnectionError):
        asyncio.run(_main(int(sys.argv[1])))
