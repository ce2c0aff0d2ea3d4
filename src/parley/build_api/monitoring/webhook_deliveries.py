"""What became of the events that went to a webhook endpoint, and sending them once more."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import orjson
from pydantic import BaseModel, ConfigDict, Field, StrictBool
from starlette.responses import Response

from parley.build_api.monitoring.webhooks import NOT_FOUND, ONE, check_id, find_endpoint
from parley.domain.accounts.model import Key
from parley.domain.records.model import View
from parley.domain.webhooks import actions, delivery_store, log_store, store
from parley.domain.webhooks.delivery import DeliveryStatus
from parley.domain.webhooks.model import (
    DeliveryIdInvalid,
    DeliveryNotFound,
    EndpointDisabled,
    PreviousTestUnderWay,
    WebhookEndpoint,
    WebhookEndpointNotFound,
)
from parley.kit.clock import iso
from parley.kit.errors import FieldError
from parley.resources import Resources
from parley.storage.db import Connection, Row
from parley.web.auth import Caller
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import MONITORING
from parley.web.inputs import Flag
from parley.web.responses import json_response
from parley.web.timestamps import Timestamp

MOST_REPLAYED = 5000
"""Events that one request sends again: a transaction lasts milliseconds, not seconds."""


class Attempt(BaseModel):
    number: int = Field(description="From 1 on; a replay goes on counting.")
    started_at: str
    duration_ms: int
    status_code: int | None = Field(description="Of the receiver's answer; null: there was none.")
    error: str = Field(description="Why there was no answer, such as `timeout`; else empty.")


class Delivery(BaseModel):
    id: str
    event_id: str = Field(description="What the receiver knows it by: the header `webhook-id`.")
    event_type: str
    status: DeliveryStatus
    attempts: int
    occurred_at: str = Field(description="When that happened which it tells of.")
    created_at: str
    finished_at: str | None
    next_attempt_at: str | None = Field(description="Null: nothing more is tried, or it is being tried now.")


class ListedDelivery(Delivery):
    last_attempt: Attempt | None


class DeliveryList(BaseModel):
    data: list[ListedDelivery]
    next_cursor: str | None = Field(description="The `cursor` of the next page; null: this was the last one.")


class DeliveryRecord(Delivery):
    attempt_log: list[Attempt] = Field(description="Every request that was made, the first one first.")
    payload: dict[str, Any] | None = Field(
        default=None,
        description="What is sent, when `payload` asks for it. Null: it is about a conversation, and key or project do "
        "not show transcripts.",
    )


class DeliveriesQuery(BaseModel):
    status: DeliveryStatus | None = None
    event_type: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    limit: int = Field(default=50, ge=1, le=200)
    cursor: UUID | None = Field(default=None, description="The `next_cursor` of the page before.")


class DeliveryQuery(BaseModel):
    payload: Flag = Field(default=False, description="Whether to show what is sent; people's words may be in it.")


class Replay(BaseModel):
    model_config = ConfigDict(extra="forbid")

    since: Timestamp = Field(description="ISO 8601: events that happened then or later.")
    until: Timestamp | None = Field(default=None, description="ISO 8601: events that happened before. Default: now.")
    delivered: StrictBool = Field(default=False, description="Also those that were delivered.")


class Replayed(BaseModel):
    replayed: int = Field(description="How many events are on their way again.")
    more: bool = Field(description=f"One request sends {MOST_REPLAYED}: there may be more, ask again.")


async def list_deliveries(request: ApiRequest[None, DeliveriesQuery]) -> Response:
    query, db = request.query, request.resources.db
    endpoint = await find_endpoint(request.resources, request.caller, request.path)
    found = await log_store.list_page(db, endpoint.id, query.status, query.event_type, query.cursor, query.limit + 1)
    shown, rest = found[: query.limit], found[query.limit :]
    listed = [
        {**_delivery_json(row), "last_attempt": None if row["number"] is None else _attempt_json(row)} for row in shown
    ]
    return json_response({"data": listed, "next_cursor": str(shown[-1]["id"]) if rest else None})


async def get_delivery(request: ApiRequest[None, DeliveryQuery]) -> Response:
    endpoint = await find_endpoint(request.resources, request.caller, request.path)
    async with request.resources.db.connection() as connection:
        delivery_id = UUID(request.path["delivery_id"])
        payload = await _find_payload(connection, delivery_id, request.key) if request.query.payload else None
        return await _answer(connection, endpoint, delivery_id, payload)


async def replay_delivery(request: ApiRequest[None, None]) -> Response:
    delivery_id = UUID(request.path["delivery_id"])
    async with request.change() as tx:
        endpoint = await _lock(tx, request)
        if await log_store.find_delivery(tx, endpoint.id, delivery_id) is None:
            raise DeliveryNotFound
        await actions.replay_delivery(tx, delivery_id)
        return await _answer(tx, endpoint, delivery_id, status=202)


async def replay_deliveries(request: ApiRequest[Replay, None]) -> Response:
    body, now = request.body, request.resources.clock.now()
    async with request.change() as tx:
        endpoint = await _lock(tx, request)
        replayed = await actions.replay_deliveries(
            tx, endpoint, body.since, body.until or now, delivered=body.delivered, now=now, most=MOST_REPLAYED
        )
    return json_response({"replayed": replayed, "more": replayed == MOST_REPLAYED}, 202)


async def send_test(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        endpoint = await _lock(tx, request)
        delivery_id = await actions.send_test(tx, endpoint, request.resources.clock.now())
        return await _answer(tx, endpoint, delivery_id, status=202)


async def _lock(tx: Connection, request: ApiRequest[Any, Any]) -> WebhookEndpoint:
    endpoint = await store.lock_endpoint(tx, request.caller.account_id, request.path["endpoint_id"])
    if endpoint is None:
        raise WebhookEndpointNotFound
    return endpoint


async def _answer(
    connection: Connection,
    endpoint: WebhookEndpoint,
    delivery_id: UUID,
    payload: bytes | None = None,
    status: int = 200,
) -> Response:
    row = await log_store.find_delivery(connection, endpoint.id, delivery_id)
    if row is None:
        raise DeliveryNotFound
    attempts = await delivery_store.list_attempts(connection, delivery_id)
    body = {**_delivery_json(row), "attempt_log": [_attempt_json(attempt) for attempt in attempts]}
    if payload is not None:
        body["payload"] = orjson.Fragment(payload)
    return json_response(body, status)


async def _find_payload(connection: Connection, delivery_id: UUID, key: Key) -> bytes:
    row = await log_store.find_payload(connection, delivery_id)
    if row is None:
        return b"null"
    is_shown = View.within(key.scope.settings, row["project_settings"] or {}).transcripts
    payload: bytes = row["payload"] if is_shown or not row["is_of_conversation"] else b"null"
    return payload


async def _check_ids(resources: Resources, caller: Caller, path: Mapping[str, str]) -> None:
    await check_id(resources, caller, path)
    try:
        UUID(path["delivery_id"])
    except ValueError:
        raise DeliveryIdInvalid(fields=[FieldError("delivery_id", "is not a UUID")]) from None


def _moment(at: datetime | None) -> str | None:
    return None if at is None else iso(at)


def _delivery_json(row: Row) -> dict[str, Any]:
    return {
        "id": str(row["id"]),
        "event_id": str(row["event_id"]),
        "event_type": row["event_type"],
        "status": row["status"],
        "attempts": row["attempts"],
        "occurred_at": iso(row["occurred_at"]),
        "created_at": iso(row["created_at"]),
        "finished_at": _moment(row["finished_at"]),
        "next_attempt_at": _moment(row["next_attempt_at"]),
    }


def _attempt_json(row: Row) -> dict[str, Any]:
    return {
        "number": row["number"],
        "started_at": iso(row["started_at"]),
        "duration_ms": row["duration_ms"],
        "status_code": row["status_code"],
        "error": row["error"],
    }


DELIVERIES = f"{ONE}/deliveries"
DELIVERY_ERRORS = (*NOT_FOUND, DeliveryIdInvalid, DeliveryNotFound)

ENDPOINTS = (
    Endpoint(
        "GET",
        DELIVERIES,
        list_deliveries,
        MONITORING,
        "The deliveries of a webhook endpoint",
        query=DeliveriesQuery,
        reply=DeliveryList,
        before=check_id,
        errors=NOT_FOUND,
        description="Newest first, as far back as the log is kept.",
    ),
    Endpoint(
        "GET",
        DELIVERIES + "/{delivery_id}",
        get_delivery,
        MONITORING,
        "A delivery with its attempts",
        description="Every attempt with its time and what the endpoint answered.",
        query=DeliveryQuery,
        reply=DeliveryRecord,
        before=_check_ids,
        errors=DELIVERY_ERRORS,
    ),
    Endpoint(
        "POST",
        DELIVERIES + "/{delivery_id}/replay",
        replay_delivery,
        MONITORING,
        "Send an event once more",
        reply=DeliveryRecord,
        status=202,
        before=_check_ids,
        errors=(*DELIVERY_ERRORS, EndpointDisabled),
        description="With the same event id. One that is still under way goes on as it was.",
        unlogged="the log of deliveries shows it",
    ),
    Endpoint(
        "POST",
        ONE + "/replay",
        replay_deliveries,
        MONITORING,
        "Send what an endpoint missed in a time",
        body=Replay,
        reply=Replayed,
        status=202,
        before=check_id,
        errors=(*NOT_FOUND, EndpointDisabled),
        description="What failed, what was dropped, and what happened while the endpoint was disabled.",
        unlogged="the log of deliveries shows it",
    ),
    Endpoint(
        "POST",
        ONE + "/test",
        send_test,
        MONITORING,
        "Send a test event",
        reply=DeliveryRecord,
        status=202,
        before=check_id,
        errors=(*NOT_FOUND, EndpointDisabled, PreviousTestUnderWay),
        description="`webhook.test`, whatever events the endpoint wants. It is in the log like any other.",
        unlogged="the log of deliveries shows it",
    ),
)
