"""What stands between the network and the stack: access control, rate limits and socket filter as one.

Used on the SIP thread, but for `allow_trunks` and `sweep`.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, ip_network

from prometheus_client import Counter

from parley.kit.log import logger
from parley.telephony.sip.ingress.access_control import FORBIDDEN, NO_ANSWER, AccessControl, Refusal, Request
from parley.telephony.sip.ingress.dialog_table import DialogTable
from parley.telephony.sip.ingress.hooks import BAD_SDP, OFFER_METHODS, IngressHooks
from parley.telephony.sip.ingress.process_sockets import connected_peers, shut_down_peers
from parley.telephony.sip.ingress.rate_limits import RateLimits
from parley.telephony.sip.ingress.request_faults import answer_unreadable
from parley.telephony.sip.ingress.session_timers import SessionTimers
from parley.telephony.sip.ingress.socket_filter import SocketFilter
from parley.telephony.sip.messages.replaces import parse_replaces
from parley.telephony.sip.messages.sdp import has_common_codec
from parley.telephony.sip.protocol import Network

log = logger(__name__)

_turned_away = Counter("parley_sip_turned_away", "Requests of strangers, by whether they got an answer.", ["answer"])
_refused, _ignored = _turned_away.labels("403"), _turned_away.labels("none")

FILTER_SECONDS = 10.0
"""For which the socket filter stays. A flood that goes on attaches it again at once."""
MAX_CONNECTIONS = 64
"""Of strangers, at once. Each that sends something is shut down anyway."""


class Ingress:
    def __init__(
        self,
        dialogs: DialogTable,
        ports: Iterable[int],
        now: Callable[[], float] = time.monotonic,
        codecs: Iterable[str] = (),
    ) -> None:
        """A new offer within a call must have one of the `codecs`."""
        self._codecs = frozenset(codecs)
        self._dialogs = dialogs
        self._ports = tuple(ports)
        self._access = AccessControl(dialogs, RateLimits())
        self._filter = SocketFilter(self._ports)
        self.sessions = SessionTimers()
        """On the SIP thread."""
        self._detach_at = 0.0
        self._descriptors = 0
        """About as many as there would be without strangers."""
        self._lock = threading.Lock()
        self._now = now

    def install(self, hooks: IngressHooks) -> None:
        """On the SIP thread. Raises `OSError`."""
        hooks.trace_messages(self._record_message)
        hooks.check_requests(self._check, self._inspect, self._record_request)
        hooks.edit_sent(self.sessions.edit)
        hooks.filter_datagrams(self._admits, self._answer_unreadable)
        hooks.refuse_unhandled()

    def allow_trunks(self, trunks: Iterable[Iterable[Network]]) -> None:
        self._access.allow_trunks(trunks)
        if self._filter.is_attached:
            self._attach_filter()

    def sweep(self) -> None:
        """Now and then, on any thread: detaches the filter when its time is over, and ends connections of strangers who
        send nothing, when they are many."""
        with self._lock:
            if self._filter.is_attached and self._now() >= self._detach_at:
                self._filter.detach()
        # Looking at each socket costs several system calls: only when there are many more descriptors than before.
        count = len(os.listdir("/proc/self/fd"))
        if count <= self._descriptors + MAX_CONNECTIONS // 2:
            self._descriptors = min(self._descriptors, count)
            return
        strangers = [peer for peer in connected_peers(self._ports) if not self._access.is_known(peer[0])]
        if len(strangers) > MAX_CONNECTIONS:
            self._defend("sip_connections")
            shut_down_peers(set(strangers), self._ports)
        self._descriptors = count - len(strangers)

    def _admits(self, source: str) -> bool:
        if self._access.admits(source, self._now()):
            return True
        _ignored.inc()
        if self._access.is_flooded and not self._filter.is_attached:
            self._defend("sip_flood")
        return False

    def _answer_unreadable(self, source: str, packet: bytes) -> bytes | None:
        return answer_unreadable(packet) if self._access.is_known(source) else None

    def _defend(self, event: str) -> None:
        self._detach_at = self._now() + FILTER_SECONDS
        log.warning(event, seconds=FILTER_SECONDS, shielded=self._attach_filter())

    def _has_common_codec(self, packet: bytes) -> bool:
        return has_common_codec(packet.partition(b"\r\n\r\n")[2], self._codecs)

    def _check(self, request: Request) -> Refusal | None:
        refusal = self._access.check(request)
        if refusal is not FORBIDDEN:
            return refusal
        if not request.port:
            _refused.inc()
            return refusal
        # A datagram was counted when it came; a connection of a stranger is good for one answer.
        is_admitted = self._admits(request.source)
        if is_admitted:
            _refused.inc()
        shut_down_peers({(request.source, request.port)}, self._ports)
        return refusal if is_admitted else NO_ANSWER

    def _inspect(self, packet: bytes, request: Request) -> Refusal | None:
        # The stack itself would accept it, without any sound from then on.
        if request.to_tag and request.method in OFFER_METHODS and self._codecs and not self._has_common_codec(packet):
            return BAD_SDP
        return self.sessions.receive_request(packet, request.call_id, request.method)

    def _record_request(self, packet: bytes, request: Request) -> None:
        wanted = parse_replaces(request.replaces[0]) if request.replaces else None
        replaces = wanted.call_id if wanted else ""
        source, call_id = request.source, request.call_id
        self._dialogs.record_request(packet, call_id, is_tls=request.is_tls, far=source, replaces=replaces)

    def _record_message(self, packet: bytes, sent: bool, is_tls: bool, far: str) -> None:
        if not sent and self._dialogs.is_answer(packet):
            self.sessions.receive_response(packet)
        self._dialogs.record_message(packet, sent=sent, is_tls=is_tls, far=far)
        # Somebody whom we call during a flood must be heard.
        if sent and self._filter.is_attached and not self._filter.allows(far) and self._dialogs.is_peer(far):
            self._attach_filter()

    def _attach_filter(self) -> bool:
        networks = [network for trunk in self._access.trunks for network in trunk if isinstance(network, IPv4Network)]
        for peer in self._dialogs.peers():
            with suppress(ValueError):
                network = ip_network(peer)
                if isinstance(network, IPv4Network):
                    networks.append(network)
        with self._lock:
            return self._filter.attach(networks)
