"""Gate, limits and shield together, as the stack uses them: on the SIP thread, but for `admit` and `look`."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, ip_network

from prometheus_client import Counter

from parley.kit.log import logger
from parley.telephony.sip.access_control import FORBIDDEN, SILENCE, AccessControl, Refusal, Request
from parley.telephony.sip.dialog_table import DialogTable
from parley.telephony.sip.ingress_hooks import IngressHooks
from parley.telephony.sip.process_sockets import connections, hang_up_on
from parley.telephony.sip.protocol import Network
from parley.telephony.sip.rate_limits import RateLimits
from parley.telephony.sip.replaces import read_replaces
from parley.telephony.sip.socket_filter import SocketFilter

log = logger(__name__)

_turned_away = Counter("parley_sip_turned_away", "Requests of strangers, by whether they got an answer.", ["answer"])
_told, _ignored = _turned_away.labels("403"), _turned_away.labels("none")

SHIELD_SECONDS = 10.0
"""A flood that goes on puts the shield up again at once."""


MOST_CONNECTIONS = 64
"""Of strangers, at once. Each that says something is hung up on anyway."""


class Ingress:
    def __init__(self, trace: DialogTable, ports: Iterable[int], now: Callable[[], float] = time.monotonic) -> None:
        self._trace = trace
        self._ports = tuple(ports)
        self._gate = AccessControl(trace, RateLimits())
        self._shield = SocketFilter(self._ports)
        self._down_at = 0.0
        self._descriptors = 0
        """About as many as there would be without strangers."""
        self._lock = threading.Lock()
        self._now = now

    def open(self, front: IngressHooks) -> None:
        """On the SIP thread. Raises `OSError`."""
        front.trace(self._note)
        front.guard(self._judge, self._let_in)
        front.filter(self._hears)
        front.answer_the_rest()

    def admit(self, trunks: Iterable[Iterable[Network]]) -> None:
        self._gate.admit(trunks)
        if self._shield.is_up:
            self._put_up()

    def look(self) -> None:
        """Now and then, on any thread: takes the shield down when its time is over, and ends connections of strangers
        who say nothing, when they are many."""
        with self._lock:
            if self._shield.is_up and self._now() >= self._down_at:
                self._shield.take_down()
        count = len(os.listdir("/proc/self/fd"))
        if count <= self._descriptors + MOST_CONNECTIONS // 2:
            self._descriptors = min(self._descriptors, count)
            return
        strangers = [one for one in connections(self._ports) if not self._gate.is_known(one[0])]
        if len(strangers) > MOST_CONNECTIONS:
            self._defend("sip_connections")
            hang_up_on(set(strangers), self._ports)
        self._descriptors = count - len(strangers)

    def _hears(self, source: str) -> bool:
        if self._gate.hears(source, self._now()):
            return True
        _ignored.inc()
        if self._gate.is_flooded and not self._shield.is_up:
            self._defend("sip_flood")
        return False

    def _defend(self, event: str) -> None:
        self._down_at = self._now() + SHIELD_SECONDS
        log.warning(event, seconds=SHIELD_SECONDS, shielded=self._put_up())

    def _judge(self, request: Request) -> Refusal | None:
        refusal = self._gate.judge(request)
        if refusal is not FORBIDDEN:
            return refusal
        if not request.port:
            _told.inc()
            return refusal
        # A datagram was counted when it came; a connection of a stranger is good for one answer.
        heard = self._hears(request.source)
        if heard:
            _told.inc()
        hang_up_on({(request.source, request.port)}, self._ports)
        return refusal if heard else SILENCE

    def _let_in(self, packet: bytes, request: Request) -> None:
        wanted = read_replaces(request.replaces[0]) if request.replaces else None
        replaces = wanted.call_id if wanted else ""
        source, call_id = request.source, request.call_id
        self._trace.let_in(packet, call_id, is_tls=request.is_tls, far=source, replaces=replaces)

    def _note(self, packet: bytes, sent: bool, is_tls: bool, far: str) -> None:
        self._trace.note(packet, sent=sent, is_tls=is_tls, far=far)
        if sent and self._shield.is_up and not self._shield.covers(far) and self._trace.is_peer(far):
            self._put_up()

    def _put_up(self) -> bool:
        networks = [network for trunk in self._gate.trunks for network in trunk if isinstance(network, IPv4Network)]
        for peer in self._trace.peers():
            with suppress(ValueError):
                network = ip_network(peer)
                if isinstance(network, IPv4Network):
                    networks.append(network)
        with self._lock:
            return self._shield.put_up(networks)
