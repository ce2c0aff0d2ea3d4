"""Webhook endpoints of an account: where its events go."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, ValidationInfo
from starlette.responses import Response

from parley.domain.accounts.model import Key
from parley.domain.records.model import View
from parley.domain.webhooks import actions, store
from parley.domain.webhooks.model import (
    ID,
    EventType,
    TooManyWebhookEndpoints,
    WebhookEndpoint,
    WebhookEndpointIdInvalid,
    WebhookEndpointNotFound,
    check_headers,
    check_url,
)
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.resources import Resources
from parley.settings import Settings
from parley.web.auth import Caller
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import MONITORING
from parley.web.inputs import LEFT_OUT, Flag
from parley.web.responses import json_response


def _settings(info: ValidationInfo) -> Settings:
    assert isinstance(info.context, Settings), "the router passes them on"
    return info.context


def _check_url(url: str, info: ValidationInfo) -> str:
    return check_url(url, _settings(info).webhook_rules)


def _check_headers(headers: dict[str, str], info: ValidationInfo) -> Mapping[str, str]:
    return check_headers(headers, _settings(info).webhook_header_prefix)


def _without_duplicates(names: list[EventType]) -> list[EventType]:
    return list(dict.fromkeys(names))


Name = Annotated[str, Field(min_length=1, max_length=255)]
Url = Annotated[
    str,
    AfterValidator(_check_url),
    Field(max_length=2048, json_schema_extra={"format": "uri", "pattern": "^https://"}),
]
EventTypes = Annotated[list[EventType], AfterValidator(_without_duplicates), Field(min_length=1, max_length=100)]
Headers = Annotated[
    dict[str, str],
    AfterValidator(_check_headers),
    Field(description="Sent with every event. Not those that say how a request is to be read, or that sign it."),
]
TimeoutMs = Annotated[
    int, Field(strict=True, ge=1000, le=30_000, description="How long one attempt may take, in milliseconds.")
]


IncludeRecord = Annotated[
    StrictBool, Field(description="conversation.ended brings the record along; else only where to read it.")
]


class NewWebhookEndpoint(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name
    url: Url
    event_types: EventTypes
    headers: Headers = Field(default_factory=dict)
    timeout_ms: TimeoutMs = 5000
    enabled: StrictBool = True
    include_record: IncludeRecord = False


class WebhookEndpointChanges(BaseModel):
    """Only what is given changes."""

    model_config = ConfigDict(extra="forbid")

    name: Name = LEFT_OUT
    url: Url = LEFT_OUT
    event_types: EventTypes = LEFT_OUT
    headers: Headers = LEFT_OUT
    timeout_ms: TimeoutMs = LEFT_OUT
    enabled: StrictBool = LEFT_OUT
    include_record: IncludeRecord = LEFT_OUT


class WebhookEndpointsQuery(BaseModel):
    enabled: Flag | None = None
    event_type: EventType | None = Field(default=None, description="Only endpoints that want such events.")


class WebhookEndpointRecord(BaseModel):
    id: str
    name: str
    url: str
    enabled: bool
    event_types: list[EventType]
    timeout_ms: int
    headers: dict[str, str]
    created_at: str
    updated_at: str
    include_record: bool | None = Field(default=None, description="Only present when it is true.")


class CreatedWebhookEndpoint(WebhookEndpointRecord):
    signing_secret: str = Field(description="Shown this once. Keep it, or rotate it when it is lost.")


class WebhookEndpointList(BaseModel):
    data: list[WebhookEndpointRecord]


class SigningSecret(BaseModel):
    signing_secret: str = Field(description="Shown this once.")


async def create_webhook_endpoint(request: ApiRequest[NewWebhookEndpoint, None]) -> Response:
    resources, fields = request.resources, request.body.model_dump()
    _check_record(request.key, fields)
    async with request.change() as tx:
        encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
        created = await actions.create_endpoint(tx, encryptor, request.caller.account_id, fields, now)
    return json_response({**_endpoint_json(created.endpoint), "signing_secret": created.secret}, 201)


async def list_webhook_endpoints(request: ApiRequest[None, WebhookEndpointsQuery]) -> Response:
    query = request.query
    found = await store.list_endpoints(request.resources.db, request.caller.account_id, query.enabled, query.event_type)
    return json_response({"data": [_endpoint_json(endpoint) for endpoint in found]})


async def get_webhook_endpoint(request: ApiRequest[None, None]) -> Response:
    return json_response(_endpoint_json(await find_endpoint(request.resources, request.caller, request.path)))


async def update_webhook_endpoint(request: ApiRequest[WebhookEndpointChanges, None]) -> Response:
    changes = request.body.model_dump(exclude_unset=True)
    before = await find_endpoint(request.resources, request.caller, request.path)
    if before.include_record and changes.keys() & {"url", "headers"}:
        _check_record(request.key, {"include_record": True, **changes})
    else:
        _check_record(request.key, changes)
    async with request.change() as tx:
        now, endpoint_id = request.resources.clock.now(), request.path["endpoint_id"]
        endpoint = await actions.change_endpoint(tx, request.caller.account_id, endpoint_id, changes, now)
    return json_response(_endpoint_json(endpoint))


async def delete_webhook_endpoint(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        await actions.remove_endpoint(tx, request.caller.account_id, request.path["endpoint_id"])
    return Response(status_code=204)


async def rotate_webhook_secret(request: ApiRequest[None, None]) -> Response:
    resources = request.resources
    overlap = timedelta(seconds=resources.settings.webhook_overlap_seconds)
    async with request.change() as tx:
        encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
        account_id, endpoint_id = request.caller.account_id, request.path["endpoint_id"]
        secret = await actions.rotate_secret(tx, encryptor, account_id, endpoint_id, now, overlap)
    return json_response({"signing_secret": secret})


def _check_record(key: Key, fields: Mapping[str, Any]) -> None:
    """Who may not read records may not have them sent to an address of their own."""
    if fields.get("include_record") and not View.within(key.scope.settings).transcripts:
        raise ValidationFailed(fields=[FieldError("include_record", "needs a key that shows transcripts")])


async def check_id(_resources: Resources, _caller: Caller, path: Mapping[str, str]) -> None:
    if not ID.fullmatch(path["endpoint_id"]):
        problem = FieldError("endpoint_id", "does not match ^whe_[A-Za-z0-9]+$")
        raise WebhookEndpointIdInvalid(fields=[problem])


async def _check_exists(resources: Resources, caller: Caller, path: Mapping[str, str]) -> None:
    await check_id(resources, caller, path)
    await find_endpoint(resources, caller, path)


async def find_endpoint(resources: Resources, caller: Caller, path: Mapping[str, str]) -> WebhookEndpoint:
    endpoint = await store.find_endpoint(resources.db, caller.account_id, path["endpoint_id"])
    if endpoint is None:
        raise WebhookEndpointNotFound
    return endpoint


def _endpoint_json(endpoint: WebhookEndpoint) -> dict[str, Any]:
    return {
        "id": endpoint.id,
        "name": endpoint.name,
        "url": endpoint.url,
        "enabled": endpoint.enabled,
        "event_types": endpoint.event_types,
        "timeout_ms": endpoint.timeout_ms,
        "headers": endpoint.headers,
        "created_at": iso(endpoint.created_at),
        "updated_at": iso(endpoint.updated_at),
        # Who has not asked for it sees the endpoint in the form that the interface gives it.
        **({"include_record": True} if endpoint.include_record else {}),
    }


PATH = "/v1/webhook-endpoints"
ONE = PATH + "/{endpoint_id}"
NOT_FOUND = (WebhookEndpointIdInvalid, WebhookEndpointNotFound)

ENDPOINTS = (
    Endpoint(
        "POST",
        PATH,
        create_webhook_endpoint,
        MONITORING,
        "Create a webhook endpoint",
        description="Events of the kinds that it names are sent there, signed with a secret that is shown in this "
        "answer alone.",
        body=NewWebhookEndpoint,
        reply=CreatedWebhookEndpoint,
        status=201,
        errors=(TooManyWebhookEndpoints,),
    ),
    Endpoint(
        "GET",
        PATH,
        list_webhook_endpoints,
        MONITORING,
        "The webhook endpoints of the account",
        description="Without their signing secrets.",
        query=WebhookEndpointsQuery,
        reply=WebhookEndpointList,
    ),
    Endpoint(
        "GET",
        ONE,
        get_webhook_endpoint,
        MONITORING,
        "A webhook endpoint",
        description="Without its signing secret.",
        reply=WebhookEndpointRecord,
        before=check_id,
        errors=NOT_FOUND,
    ),
    Endpoint(
        "PATCH",
        ONE,
        update_webhook_endpoint,
        MONITORING,
        "Change a webhook endpoint",
        description="Only what is given changes. Deliveries that wait go to the new address.",
        body=WebhookEndpointChanges,
        body_required=False,
        reply=WebhookEndpointRecord,
        before=_check_exists,
        errors=NOT_FOUND,
    ),
    Endpoint(
        "DELETE",
        ONE,
        delete_webhook_endpoint,
        MONITORING,
        "Delete a webhook endpoint",
        status=204,
        before=check_id,
        errors=NOT_FOUND,
        description="Nothing more is sent to it, not even what is on its way.",
    ),
    Endpoint(
        "POST",
        ONE + "/rotate-secret",
        rotate_webhook_secret,
        MONITORING,
        "Issue a new signing secret",
        reply=SigningSecret,
        before=check_id,
        errors=NOT_FOUND,
        description="The old secret is of no use from now on, unless this installation lets both sign for a while.",
    ),
)
