"""The route of a call: from an incoming call to the agent that answers it, or to the status that the caller's side gets
instead; from a queued call to the trunk that it is placed through."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from parley.agent_host.protocol import Json
from parley.domain.calls import actions as calls
from parley.domain.calls.model import Call, Direction, Encryption, Status
from parley.domain.conversations.model import CALL_PREFIX, INBOUND_PREFIX
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import E164, PLIVO, SIP, TELNYX, TWILIO, WEBRTC, Connector, PhoneNumber
from parley.domain.numbers.trunks import decrypt_passwords
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.domain.reservations import actions as reservations
from parley.kit.ids import uuid7_at
from parley.resources import Resources
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.session.opening import ConversationStart
from parley.telephony.sip.messages.digest import Digest
from parley.telephony.sip.messages.headers import find_header, uri_user
from parley.telephony.sip.protocol import DialRequest, IncomingCall, Peer

CHANNELS = {
    SIP: "VOICE-SIP",
    TWILIO: "VOICE-TWILIO",
    TELNYX: "VOICE-TELNYX",
    PLIVO: "VOICE-PLIVO",
    WEBRTC: "VOICE-WEBRTC",
}
"""Of records, by carrier."""
CHANNEL_TYPE = "sip.polyai"
"""To an agent a phone call is one, whatever carries it."""
SIP_PORT, SIPS_PORT = 5060, 5061
MAX_NUMBER = 64
CREDENTIAL_HEADERS = frozenset({"authorization", "proxy-authorization"})


class RoutedCall(Protocol):
    """What of an incoming call says where it goes; see `carrier.IncomingPhoneCall`."""

    @property
    def caller(self) -> str: ...

    @property
    def called(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def connector_id(self) -> str: ...

    @property
    def headers(self) -> Mapping[str, str]: ...


class CallRefused(Exception):
    """The caller's side gets this status instead of an answer."""

    def __init__(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason
        self.headers = headers


@dataclass(frozen=True, slots=True)
class CallRoute:
    """Who talks to which agent, and through which trunk."""

    call: Call
    project: ProjectInfo
    connector: Connector
    password: str = field(default="", repr=False)
    """The trunk's, for calls that we place through it."""
    sip_headers: Mapping[str, str] = field(default_factory=dict)
    """What the agent's functions see of the INVITE."""
    attributes: Mapping[str, Json] | None = None
    """What a reservation brings along."""
    source: str = ""
    """The address that a call came from."""

    def with_known_variant(self, agent: CompiledProject) -> CallRoute:
        """A variant that a newer deployment no longer has is forgotten: the caller gets the default one."""
        known = not self.call.variant_id or agent.variant(self.call.variant_id) is not None
        return self if known else replace(self, call=replace(self.call, variant_id=""))

    def conversation_start(self) -> ConversationStart:
        """To the agent the caller is whoever it talks to, also when it was the agent who called."""
        call, outbound = self.call, self.call.direction is Direction.OUTBOUND
        ours = call.from_number or self.connector.trunk.caller_id
        caller, called = (call.to_number, ours) if outbound else (call.from_number, call.to_number)
        return ConversationStart(
            environment=call.environment,
            channel=CHANNELS[self.connector.trunk.carrier],
            channel_type=CHANNEL_TYPE,
            variant=call.variant_id or None,
            language=self.connector.asr_lang_code or None,
            voice=self.connector.voice_name,
            integration_attributes=self.attributes,
            from_number=caller,
            to_number=called,
            sip_headers=self.sip_headers,
            id=call.id,
            prefix=CALL_PREFIX if outbound else INBOUND_PREFIX,
        )

    def dial_request(
        self,
        number: str,
        encryption: Encryption,
        headers: Mapping[str, str],
        *,
        host: str = "",
        port: int | None = None,
        caller: str = "",
    ) -> DialRequest:
        """A call through the trunk, or to another `host`, which learns no password of ours."""
        trunk = self.connector.trunk
        tls, srtp = encryption.value.startswith("TLS"), encryption.value.endswith("SRTP")
        ports = (SIP_PORT, SIPS_PORT) if host else (trunk.port, trunk.tls_port)
        peer = Peer(
            host=host or trunk.host,
            port=port or ports[tls],
            caller=caller or self.call.from_number or trunk.caller_id or "parley",
            domain=trunk.from_domain or trunk.host or host,
            user="" if host else trunk.user,
            password="" if host else self.password,
        )
        return DialRequest(number, peer, tls, srtp, headers)


class Router:
    def __init__(self, resources: Resources, digest: Digest) -> None:
        self._resources = resources
        self._digest = digest

    async def route_inbound(self, incoming: RoutedCall) -> CallRoute:
        """The call has a slot of its connector from now on. Raises `CallRefused`."""
        # First who it is, then what they want: an unauthenticated caller learns nothing of deployments.
        number, connector = await self._find_number(incoming)
        if not incoming.connector_id:
            self._authenticate(incoming, connector)
        project = await projects.find_project_by_id(self._resources.db, number.project_id)
        deployed = await self._resources.dependencies.deployments.find(number.project_id, number.environment)
        if project is None or deployed is None:
            raise CallRefused(480, "Temporarily Unavailable")
        now = self._resources.clock.now()
        call = Call(
            # The conversation gets the same id.
            id=uuid7_at(now),
            direction=Direction.INBOUND,
            account_id=number.account_id,
            project_id=number.project_id,
            connector_id=connector.id,
            environment=number.environment,
            variant_id=number.variant_id or connector.variant_id,
            from_number=_caller_number(incoming.caller),
            to_number=number.number,
            status=Status.CALLING,
            created_at=now,
            calling_at=now,
            # Whoever finds this process dead ends its calls.
            held_by=self._resources.signals.identity,
        )
        headers = _without_credentials(incoming.headers)
        route = CallRoute(call, project, connector, sip_headers=headers, source=incoming.source)
        return await self._take_slot(route, number)

    async def route_outbound(self, call: Call) -> CallRoute | None:
        """None when the connector is gone or has no trunk to call through."""
        db = self._resources.db
        connector = await numbers.find_connector(db, call.project_id, call.connector_id or "")
        project = await projects.find_project_by_id(db, call.project_id)
        if connector is None or project is None or not connector.places_calls:
            return None
        passwords = decrypt_passwords(self._resources.dependencies.secret_store.encryptor, connector)
        return CallRoute(call, project, connector, passwords.password, sip_headers=call.metadata)

    async def check_trunk(self, incoming: IncomingCall, connector: Connector) -> None:
        """Whether this trunk may have sent it, for a call of the trunk's that runs. Raises `CallRefused`."""
        known = await numbers.list_connectors_by_source(self._resources.db, incoming.source)
        if connector.id not in {one.id for one in known}:
            raise CallRefused(403, "Forbidden")
        self._authenticate(incoming, connector)

    async def _find_number(self, incoming: RoutedCall) -> tuple[PhoneNumber, Connector]:
        """Strangers learn nothing about our numbers; a trunk learns nothing about numbers of others."""
        known = await self._find_connectors(incoming)
        if not known:
            raise CallRefused(403, "Forbidden")
        if known[0].trunk.carrier == WEBRTC:
            return _agent_of(known[0]), known[0]
        number = await self._lookup(incoming.called) or await self._find_registered_number(incoming, known)
        if number is None:
            raise CallRefused(404, "Not Found")
        if number.connector_id is not None:
            matching = [connector for connector in known if connector.id == number.connector_id]
        else:
            matching = [connector for connector in known if connector.project_id == number.project_id]
        if not matching:
            raise CallRefused(404, "Not Found")
        return number, matching[0]

    async def _find_registered_number(self, incoming: RoutedCall, known: list[Connector]) -> PhoneNumber | None:
        """A provider calls whoever is registered by that name: the number is in To, or it is the only one."""
        ours = next((one for one in known if one.trunk.register_over and one.trunk.user == incoming.called), None)
        if ours is None:
            return None
        if found := await self._lookup(uri_user(find_header(incoming.headers, ("to", "t")))):
            return found
        of_connector = await numbers.list_numbers(self._resources.db, ours.project_id, ours.id)
        return of_connector[0] if len(of_connector) == 1 else None

    async def _find_connectors(self, incoming: RoutedCall) -> list[Connector]:
        """Those that the call may have come through."""
        if not incoming.connector_id:
            known = await numbers.list_connectors_by_source(self._resources.db, incoming.source)
            return [connector for connector in known if connector.trunk.carrier == SIP]
        proved = await numbers.find_connector_by_id(self._resources.db, incoming.connector_id)
        return [] if proved is None else [proved]

    async def _lookup(self, called: str) -> PhoneNumber | None:
        """Trunks write a number with `+`, with `00`, or with neither."""
        digits = re.sub(r"[\s().-]", "", called[:MAX_NUMBER])
        for candidate in (digits, f"+{digits}", f"+{digits.removeprefix('00')}"):
            if E164.fullmatch(candidate) and (found := await numbers.find_route(self._resources.db, candidate)):
                return found
        return None

    def _authenticate(self, incoming: RoutedCall, connector: Connector) -> None:
        user = connector.trunk.inbound_user
        if not user:
            return
        password = decrypt_passwords(self._resources.dependencies.secret_store.encryptor, connector).inbound_password
        answer = find_header(incoming.headers, ("authorization",))
        if not self._digest.accepts(answer, "INVITE", user, password):
            raise CallRefused(401, "Unauthorized", {"WWW-Authenticate": self._digest.challenge(answer)})

    async def _take_slot(self, route: CallRoute, number: PhoneNumber) -> CallRoute:
        async with self._resources.db.transaction() as tx:
            if not await calls.take_slot(tx, route.call):
                raise CallRefused(486, "Busy Here")
            if not number.is_dynamic:
                return route
            # A number of a pool leads to an agent only while it is reserved.
            reservation = await reservations.use(tx, number.number, route.call.id, route.call.created_at)
            if reservation is None or reservation.project_id != number.project_id:
                raise CallRefused(404, "Not Found")  # the slot goes back with the transaction
            call = replace(route.call, variant_id=reservation.variant_id or route.connector.variant_id)
            return replace(route, call=call, attributes=reservation.attributes)


def _agent_of(connector: Connector) -> PhoneNumber:
    """Browsers call no number: the connector leads to its own agent."""
    return PhoneNumber(
        "", connector.account_id, connector.project_id, connector.environment, connector.variant_id, connector.id
    )


def _without_credentials(headers: Mapping[str, str]) -> dict[str, str]:
    """What agents' functions may see: all but proofs of identity."""
    return {name: value for name, value in headers.items() if name.lower() not in CREDENTIAL_HEADERS}


def _caller_number(caller: str) -> str:
    """As it was sent, without what is no part of a number; who hides their number has none."""
    number = re.sub(r"[\s().-]", "", caller[:MAX_NUMBER])
    return number if re.fullmatch(r"\+?[0-9]{2,32}", number) else ""
