"""From an invitation to the agent that answers it, or to the answer that the caller's side gets instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Call, Direction, Status
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import E164, Connector, PhoneNumber
from parley.domain.numbers.trunks import decrypt_passwords
from parley.domain.projects import store as projects
from parley.domain.reservations import actions as reservations
from parley.kit.ids import uuid7_at
from parley.resources import Resources
from parley.telephony.line import Line
from parley.telephony.sip.digest import Digest
from parley.telephony.sip.headers import first
from parley.telephony.sip.protocol import Invitation

LONGEST_NUMBER = 64
PROOFS = frozenset({"authorization", "proxy-authorization"})


class Refused(Exception):
    """The caller's side gets this status instead of an answer."""

    def __init__(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason
        self.headers = headers


@dataclass(frozen=True, slots=True)
class Route:
    number: PhoneNumber
    connector: Connector


class Router:
    def __init__(self, resources: Resources, digest: Digest) -> None:
        self._resources = resources
        self._digest = digest

    async def line_for(self, invitation: Invitation) -> Line:
        """The line has a slot of its connector from now on. Raises `Refused`."""
        route = await self._route(invitation)
        self._authenticate(invitation, route.connector)
        number = route.number
        place = await projects.find_project_by_id(self._resources.db, number.project_id)
        deployed = await self._resources.dependencies.deployments.find(number.project_id, number.environment)
        if place is None or deployed is None:
            raise Refused(480, "Temporarily Unavailable")
        now = self._resources.clock.now()
        call = Call(
            id=uuid7_at(now),
            direction=Direction.INBOUND,
            account_id=number.account_id,
            project_id=number.project_id,
            connector_id=route.connector.id,
            environment=number.environment,
            variant_id=number.variant_id,
            from_number=_spoken_number(invitation.caller),
            to_number=number.number,
            status=Status.CALLING,
            created_at=now,
            calling_at=now,
            held_by=self._resources.signals.identity,
        )
        line = Line(call, place, route.connector, sip_headers=_shown(invitation.headers), source=invitation.source)
        return await self._with_slot(line, number)

    async def check_trunk(self, invitation: Invitation, connector: Connector) -> None:
        """Whether this trunk may have sent it, for a call of the trunk's that runs. Raises `Refused`."""
        known = await numbers.list_connectors_by_source(self._resources.db, invitation.source)
        if connector.id not in {one.id for one in known}:
            raise Refused(403, "Forbidden")
        self._authenticate(invitation, connector)

    async def _route(self, invitation: Invitation) -> Route:
        """Strangers learn nothing about our numbers; a trunk learns nothing about numbers of others."""
        known = await numbers.list_connectors_by_source(self._resources.db, invitation.source)
        if not known:
            raise Refused(403, "Forbidden")
        number = await self._number(invitation.called)
        if number is None:
            raise Refused(404, "Not Found")
        if number.connector_id is not None:
            fitting = [connector for connector in known if connector.id == number.connector_id]
        else:
            fitting = [connector for connector in known if connector.project_id == number.project_id]
        if not fitting:
            raise Refused(404, "Not Found")
        return Route(number, fitting[0])

    async def _number(self, called: str) -> PhoneNumber | None:
        digits = re.sub(r"[\s().-]", "", called[:LONGEST_NUMBER])
        for candidate in (digits, f"+{digits}", f"+{digits.removeprefix('00')}"):
            if E164.fullmatch(candidate) and (found := await numbers.find_route(self._resources.db, candidate)):
                return found
        return None

    def _authenticate(self, invitation: Invitation, connector: Connector) -> None:
        user = connector.trunk.inbound_user
        if not user:
            return
        password = decrypt_passwords(self._resources.dependencies.secret_store.encryptor, connector).inbound_password
        answer = first(invitation.headers, ("authorization",))
        if not self._digest.accepts(answer, "INVITE", user, password):
            raise Refused(401, "Unauthorized", {"WWW-Authenticate": self._digest.challenge(answer)})

    async def _with_slot(self, line: Line, number: PhoneNumber) -> Line:
        async with self._resources.db.transaction() as tx:
            if not await calls.take_slot(tx, line.call):
                raise Refused(486, "Busy Here")
            if not number.is_dynamic:
                return line
            reservation = await reservations.use(tx, number.number, line.call.id, line.call.created_at)
            if reservation is None or reservation.project_id != number.project_id:
                raise Refused(404, "Not Found")  # the slot goes back with the transaction
            call = replace(line.call, variant_id=reservation.variant_id)
            return replace(line, call=call, attributes=reservation.attributes)


def _shown(headers: Mapping[str, str]) -> dict[str, str]:
    """What agents' functions may see: all but proofs of identity."""
    return {name: value for name, value in headers.items() if name.lower() not in PROOFS}


def _spoken_number(caller: str) -> str:
    """As it was sent, without what is no part of a number; who hides their number has none."""
    number = re.sub(r"[\s().-]", "", caller[:LONGEST_NUMBER])
    return number if re.fullmatch(r"\+?[0-9]{2,32}", number) else ""
