"""The stream calls of this process, and the tickets by which their streams are let in."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from parley.kit.ids import random_hex
from parley.telephony.streams.stream_call import StreamCall

TICKET_SECONDS = 30.0
TICKET_WIDTH, REFERENCE_WIDTH = 48, 32


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    call: StreamCall
    until: float


class CallRegistry:
    def __init__(self) -> None:
        self._calls: dict[str, StreamCall] = {}
        self._tickets: dict[str, Ticket] = {}

    def new_reference(self) -> str:
        return random_hex(REFERENCE_WIDTH)

    def add(self, call: StreamCall) -> None:
        self._calls[call.reference] = call

    def remove(self, call: StreamCall) -> None:
        self._calls.pop(call.reference, None)
        for name in [name for name, ticket in self._tickets.items() if ticket.call is call]:
            del self._tickets[name]

    def find(self, connector_id: str, reference: str) -> StreamCall | None:
        call = self._calls.get(reference)
        return call if call is not None and call.connector_id == connector_id else None

    def find_by_call_id(self, connector_id: str, call_id: str) -> StreamCall | None:
        found = (call for call in self._calls.values() if (call.connector_id, call.call_id) == (connector_id, call_id))
        return next(found, None) if call_id else None

    def issue_ticket(self, call: StreamCall) -> str:
        """Those that the call had before are void: it has one stream."""
        for name in [name for name, ticket in self._tickets.items() if ticket.call is call]:
            del self._tickets[name]
        name = random_hex(TICKET_WIDTH)
        self._tickets[name] = Ticket(call, asyncio.get_running_loop().time() + TICKET_SECONDS)
        return name

    def redeem_ticket(self, name: str) -> StreamCall | None:
        """Once."""
        ticket = self._tickets.pop(name, None)
        if ticket is None or ticket.until < asyncio.get_running_loop().time() or ticket.call.is_over:
            return None
        return ticket.call
