"""Whose token opens a call, and for which pages: a messaging key that names a connector for browsers, or an access
token that was given for one."""

from __future__ import annotations

from dataclasses import dataclass

from parley.domain.accounts.model import Family, Key
from parley.domain.messaging.call_tickets import CallTicket
from parley.domain.messaging.hosts import host_of, is_allowed
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import WEBRTC, Connector
from parley.resources import Resources
from parley.telephony.webrtc.messages import Code, SignalRefused


@dataclass(frozen=True, slots=True)
class Admitted:
    key: Key
    connector: Connector
    by_ticket: bool = False
    """Somebody of the console tries their agent: they are told which conversation the call is."""


async def admit(resources: Resources, token: str, origin: str | None) -> Admitted:
    """Raises `SignalRefused`. Without an origin it is no browser: then the token alone counts, as in messaging."""
    if (ticket := resources.call_tickets.read(token)) is not None:
        return await _admit_ticket(resources, ticket, origin)
    key = await _find_key(resources, token)
    if key is None or key.family is not Family.MESSAGING:
        raise SignalRefused(Code.UNAUTHORIZED, "This token is unknown, or does not work any more.")
    if origin is not None and not is_allowed(origin, key.scope.settings.get("hosts", ())):
        raise SignalRefused(Code.FORBIDDEN, "This page is not on a host that is registered with the token.")
    named = key.scope.connector_id
    connector = await numbers.find_connector_by_id(resources.db, named) if named else None
    if connector is None or not _is_for(key, connector) or connector.trunk.carrier != WEBRTC:
        raise SignalRefused(Code.FORBIDDEN, "This token is not for calls.")
    return Admitted(key, connector)


async def _admit_ticket(resources: Resources, ticket: CallTicket, origin: str | None) -> Admitted:
    key = await resources.keyring.find_by_fingerprint(ticket.key_fingerprint)
    if key is None:
        raise SignalRefused(Code.UNAUTHORIZED, "This token does not work any more.")
    if origin is not None and host_of(origin) != ticket.host:
        raise SignalRefused(Code.FORBIDDEN, "This page is not the one that the token was given to.")
    connector = await numbers.find_connector_by_id(resources.db, ticket.connector_id)
    if connector is None or connector.account_id != key.scope.account_id or connector.trunk.carrier != WEBRTC:
        raise SignalRefused(Code.FORBIDDEN, "This token is not for calls.")
    return Admitted(key, connector, by_ticket=True)


async def _find_key(resources: Resources, token: str) -> Key | None:
    if key := await resources.keyring.find(token):
        return key
    access = resources.access_tokens.read(token)
    return await resources.keyring.find_by_fingerprint(access.key_fingerprint) if access else None


def _is_for(key: Key, connector: Connector) -> bool:
    scope = key.scope
    return (connector.account_id, connector.project_id, connector.environment) == (
        scope.account_id,
        scope.project_id,
        scope.environment,
    )
