"""The DNI API: reserve a phone number under which one caller reaches the agent, with attributes of yours."""

from __future__ import annotations

from datetime import timedelta

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.projects.info import ProjectNotFound
from parley.domain.reservations.actions import reserve
from parley.domain.reservations.model import NoRouteAvailable, Pool
from parley.web.endpoint import Call, Endpoint
from parley.web.groups import DNI
from parley.web.inputs import Attributes
from parley.web.responses import reply

LARGEST = 64 * 1024
"""Bytes of one request: every number of every pool may keep as much."""


class ReservationRequest(BaseModel):
    attributes: Attributes = Field(
        description="Readable by the project's functions as conv.integration_attributes. Values may be nested."
    )


class ReservationReply(BaseModel):
    dni: str = Field(description="The number to dial, E.164.")


async def reserve_number(call: Call[ReservationRequest, None]) -> Response:
    resources = call.resources
    window = timedelta(seconds=resources.settings.dni_seconds)
    async with resources.db.transaction() as tx:
        pool, now = Pool.for_scope(call.key.scope), resources.clock.now()
        reservation = await reserve(tx, pool, call.body.attributes, window, now)
    return reply({"dni": reservation.number})


ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/conversations/dni-reservation",
        reserve_number,
        DNI,
        "Reserve a phone number for one caller",
        body=ReservationRequest,
        body_limit=LARGEST,
        reply=ReservationReply,
        errors=(ProjectNotFound, NoRouteAvailable),
        description="Whoever dials the number while it is reserved reaches the agent of the key. The number is free "
        "again when the window is over without a call, or when the call has ended.",
    ),
)
