"""The keys of an account, for its admins: which there are, new ones for people, and the end of any."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictBool
from starlette.responses import Response

from parley.domain.accounts import actions, store
from parley.domain.accounts.model import Family, Key, KeyNotFound, Role, Scope
from parley.domain.records.model import View
from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import CONSOLE
from parley.web.responses import JSON, json_response

MOST_WORKING = 500
"""Console keys of an account that work at the same time."""


class TooManyKeys(ParleyError):
    """There are too many console keys in this account. Revoke some that nobody needs."""

    status = 409


class KeyInfo(BaseModel):
    id: str
    family: Family
    hint: str = Field(description="Enough to recognise the key by.")
    name: str
    status: str = Field(description="`active`, `expired` or `revoked`.")
    role: Role | None = Field(description="Of a console key.")
    transcripts: bool = Field(description="Whether it shows what was said in conversations, if their project does.")
    projectIds: list[str] = Field(description="The projects it is for; empty: the whole account.")
    environment: str | None
    createdAt: str
    expiresAt: str | None
    lastUsedAt: str | None = Field(description="Exact to a minute.")
    current: bool = Field(description="Whether it is the one that you signed in with.")


class KeyList(BaseModel):
    keys: list[KeyInfo]


class IssuedKeyInfo(KeyInfo):
    key: str = Field(description="The key itself. It is not shown again.")


class NewKey(BaseModel):
    model_config = ConfigDict(extra="forbid")

    role: Role
    name: str = Field(default="", max_length=200)
    transcripts: StrictBool = Field(
        default=True, description="Whether its holder may read what was said. Who may not cannot let others."
    )
    days: int | None = Field(default=None, ge=1, le=3650, description="How long it works. Default: without an end.")


async def list_console_keys(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        keys = await store.list_keys(tx, request.caller.account_id, None)
    return json_response({"keys": [_key_json(key, request) for key in reversed(keys)]})


async def issue_console_key(request: ApiRequest[NewKey, None]) -> Response:
    wanted, now, own = request.body, request.resources.clock.now(), request.key
    transcripts = wanted.transcripts and View.within(own.scope.settings).transcripts
    settings = {"role": wanted.role.value, **({} if transcripts else {"show_transcripts": False})}
    scope = Scope(own.scope.account_id, region=own.scope.region, settings=settings)
    async with request.change() as tx:
        await store.lock_account(tx, own.scope.account_id)
        keys = await store.list_keys(tx, own.scope.account_id, Family.CONSOLE)
        if sum(key.works_at(now) for key in keys) >= MOST_WORKING:
            raise TooManyKeys
        lifetime = None if wanted.days is None else timedelta(days=wanted.days)
        issued = await actions.issue_key(tx, Family.CONSOLE, scope, now, name=wanted.name, lifetime=lifetime)
    body = IssuedKeyInfo(**_key_json(issued.key, request), key=issued.secret)
    return Response(body.model_dump_json(), status_code=201, headers={"cache-control": "no-store"}, media_type=JSON)


async def revoke_console_key(request: ApiRequest[None, None]) -> Response:
    """Any key of the account: its sessions end with it."""
    resources = request.resources
    async with request.change() as tx:
        keys = await store.list_keys(tx, request.caller.account_id, None)
        found = next((key for key in keys if str(key.id) == request.path["key_id"]), None)
        if found is None:
            raise KeyNotFound
        revoked = await actions.revoke_key(tx, UUID(request.path["key_id"]), resources.clock.now())
    return json_response(_key_json(revoked, request))


def _key_json(key: Key, request: ApiRequest[Any, Any]) -> dict[str, Any]:
    projects = key.scope.project_ids or ({key.scope.project_id} if key.scope.project_id else ())
    return {
        "id": str(key.id),
        "family": key.family,
        "hint": key.hint,
        "name": key.name,
        "status": key.status_at(request.resources.clock.now()),
        "role": key.role,
        "transcripts": View.within(key.scope.settings).transcripts,
        "projectIds": sorted(projects),
        "environment": key.scope.environment,
        "createdAt": iso(key.created_at),
        "expiresAt": None if key.expires_at is None else iso(key.expires_at),
        "lastUsedAt": None if key.last_used_at is None else iso(key.last_used_at),
        "current": key.id == request.key.id,
    }


KEYS = "/console/keys"

ENDPOINTS = (
    Endpoint(
        "GET",
        KEYS,
        list_console_keys,
        CONSOLE,
        "The keys of the account",
        description="Masked, with their families, roles and last use.",
        reply=KeyList,
        role=Role.ADMIN,
    ),
    Endpoint(
        "POST",
        KEYS,
        issue_console_key,
        CONSOLE,
        "A console key for somebody",
        description="The key is shown in this answer alone.",
        status=201,
        body=NewKey,
        reply=IssuedKeyInfo,
        errors=(TooManyKeys,),
        role=Role.ADMIN,
    ),
    Endpoint(
        "POST",
        f"{KEYS}/{{key_id}}/revoke",
        revoke_console_key,
        CONSOLE,
        "End a key and its sessions",
        description="Within two seconds nobody gets in with it any more.",
        reply=KeyInfo,
        errors=(KeyNotFound,),
        role=Role.ADMIN,
    ),
)
