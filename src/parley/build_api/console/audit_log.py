"""Who changed what in the account."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import Role
from parley.domain.audit import store
from parley.domain.audit.model import ActorKind, Kind, Verb, Wanted
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response
from parley.web.timestamps import Timestamp


class AuditActor(BaseModel):
    kind: ActorKind = Field(
        description="`operator`: whoever uses the command line of this installation; `system`: what it did by itself."
    )
    keyId: str | None = Field(description="Of a key.")
    name: str = Field(description="The name of the key, or enough of it to recognise it by.")
    role: Role | None = Field(description="Of a console key.")
    address: str | None = Field(description="Where the request came from; of IPv6 the network.")


class AuditEntry(BaseModel):
    id: str
    at: str
    actor: AuditActor
    verb: Verb
    kind: Kind
    subject: str = Field(description="The id of what was changed, or its name where that is what it goes by.")
    agentId: str | None = Field(description="The agent that it belongs to.")
    fields: list[str] = Field(description="The names of what is different since. Values are never kept.")


class AuditLog(BaseModel):
    entries: list[AuditEntry]
    nextCursor: str | None = Field(description="The `cursor` of the next page; null: this was the last one.")


class AuditQuery(BaseModel):
    actor: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="The id of a key, `operator` or `system`."
    )
    kind: Kind | None = None
    id: Identifier | None = Field(default=None, description="What was changed: the `subject` of an entry.")
    since: Timestamp | None = Field(default=None, description="ISO 8601: entries from then on.")
    until: Timestamp | None = Field(default=None, description="ISO 8601: entries from before then.")
    limit: int = Field(default=50, ge=1, le=200)
    cursor: UUID | None = Field(default=None, description="The `nextCursor` of the page before.")


async def read_audit_log(request: ApiRequest[None, AuditQuery]) -> Response:
    query = request.query
    wanted = Wanted(query.actor, query.kind, query.id, query.since, query.until)
    account_id = request.caller.account_id
    found = await store.list_page(request.resources.db, account_id, wanted, query.cursor, query.limit + 1)
    shown, rest = found[: query.limit], found[query.limit :]
    return json_response(
        {"entries": [entry.to_json() for entry in shown], "nextCursor": str(shown[-1].id) if rest else None}
    )


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/audit-log",
        read_audit_log,
        AGENTS,
        "Who changed what in the account, newest first",
        query=AuditQuery,
        reply=AuditLog,
        role=Role.ADMIN,
        description="Every change through this interface, the console and the command line: keys, deployments, "
        "real-time configuration, secrets, connectors, phone numbers, alert rules, webhook endpoints (also those that "
        "were switched off because they only fail), who signed in to the console, and which keys were refused there.",
    ),
)
