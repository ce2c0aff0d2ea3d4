"""Numbers, connectors, reservations and running calls of the whole account, in one look."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import Role
from parley.domain.calls.model import Call, call_sid
from parley.domain.calls.store import list_open
from parley.domain.numbers.model import Connector
from parley.domain.operations import telephony_store
from parley.kit.clock import iso
from parley.storage.db import Row
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

LISTED = 500
"""Of each."""


class OverviewNumber(BaseModel):
    number: str
    agentId: str
    clientEnv: str
    variantId: str
    connectorId: str | None
    isDynamic: bool = Field(description="Of a pool: it leads to the agent only while it is reserved for a caller.")


class OverviewConnector(BaseModel):
    connectorId: str
    name: str
    agentId: str
    clientEnv: str
    outbound: bool
    carrier: str = Field(description="Empty: a SIP trunk.")
    host: str
    running: int = Field(description="Calls through it now.")
    maxCalls: int = Field(description="At once, in both directions.")
    registration: str | None = Field(description="What became of it; null: it does not register.")
    reason: str = Field(description="Why it is not registered.")


class OverviewReservation(BaseModel):
    number: str
    agentId: str
    clientEnv: str
    variantId: str
    reservedAt: str
    expiresAt: str
    used: bool = Field(description="Whether a call has it; it is free again when that ends.")


class OverviewCall(BaseModel):
    conversationId: str
    agentId: str
    clientEnv: str
    direction: str
    connectorId: str | None
    fromNumber: str
    toNumber: str
    state: Literal["queued", "ringing", "running"]
    createdAt: str
    connectedAt: str | None


class TelephonyOverview(BaseModel):
    phoneNumbers: list[OverviewNumber]
    connectors: list[OverviewConnector]
    reservations: list[OverviewReservation]
    calls: list[OverviewCall] = Field(description="The longest first.")
    more: bool = Field(description=f"Whether there are more of something: at most {LISTED} of each are listed.")


async def read_telephony(request: ApiRequest[None, None]) -> Response:
    account_id, now = request.caller.account_id, request.resources.clock.now()
    async with request.resources.db.connection() as connection:
        numbers = await telephony_store.list_numbers(connection, account_id, LISTED + 1)
        connectors = await telephony_store.list_connectors(connection, account_id, LISTED + 1)
        reservations = await telephony_store.list_reservations(connection, account_id, now, LISTED + 1)
        calls = await list_open(connection, account_id)
    return json_response(
        {
            "phoneNumbers": [_number_json(row) for row in numbers[:LISTED]],
            "connectors": [_connector_json(row) for row in connectors[:LISTED]],
            "reservations": [_reservation_json(row) for row in reservations[:LISTED]],
            "calls": [_call_json(call) for call in calls[:LISTED]],
            "more": any(len(each) > LISTED for each in (numbers, connectors, reservations, calls)),
        }
    )


def _number_json(row: Row) -> dict[str, Any]:
    return {
        "number": row["number"],
        "agentId": row["project_id"],
        "clientEnv": row["environment"],
        "variantId": row["variant_id"],
        "connectorId": row["connector_id"],
        "isDynamic": row["is_dynamic"],
    }


def _connector_json(row: Row) -> dict[str, Any]:
    connector = Connector(**{name: row[name] for name in Connector.__dataclass_fields__})
    return {
        "connectorId": connector.id,
        "name": connector.name,
        "agentId": connector.project_id,
        "clientEnv": connector.environment,
        "outbound": connector.outbound,
        "carrier": connector.trunk.carrier,
        "host": connector.trunk.host,
        "running": row["running"],
        "maxCalls": connector.trunk.max_calls,
        "registration": row["registration"],
        "reason": row["reason"],
    }


def _reservation_json(row: Row) -> dict[str, Any]:
    return {
        "number": row["number"],
        "agentId": row["project_id"],
        "clientEnv": row["environment"],
        "variantId": row["variant_id"],
        "reservedAt": iso(row["reserved_at"]),
        "expiresAt": iso(row["expires_at"]),
        "used": row["is_used"],
    }


def _call_json(call: Call) -> dict[str, Any]:
    waiting = "queued" if call.calling_at is None else "ringing"
    return {
        "conversationId": call_sid(call),
        "agentId": call.project_id,
        "clientEnv": call.environment,
        "direction": call.direction,
        "connectorId": call.connector_id,
        "fromNumber": call.from_number,
        "toNumber": call.to_number,
        "state": waiting if call.connected_at is None else "running",
        "createdAt": iso(call.created_at),
        "connectedAt": iso(call.connected_at) if call.connected_at else None,
    }


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/telephony",
        read_telephony,
        AGENTS,
        "Numbers, connectors, reservations and running calls of the account",
        reply=TelephonyOverview,
        description="Whatever agent they belong to. Calls are those that wait, ring or run; reservations those that a "
        "caller may still use, or uses. What a reservation brings along is not shown.",
        role=Role.ADMIN,
    ),
)
