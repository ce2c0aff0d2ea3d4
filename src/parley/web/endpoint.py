"""An endpoint, described once: the route, its checks and its OpenAPI entry all come from the same lines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import field, replace
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from parley.domain.accounts.model import Key, Role
from parley.domain.audit.actions import act_as
from parley.domain.audit.model import Actor
from parley.domain.console.actions import key_actor
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.errors import FieldError, ParleyError, ValidationFailed
from parley.kit.values import value
from parley.resources import Resources
from parley.storage.db import Connection
from parley.web.auth import STRANGER, Caller
from parley.web.clients import client_of
from parley.web.groups import Group
from parley.web.headers import Headers

Body = TypeVar("Body")
Query = TypeVar("Query")


@value
class ApiRequest(Generic[Body, Query]):
    """One request, authenticated and validated."""

    resources: Resources
    http_request: Request
    caller: Caller
    path: Mapping[str, str]
    body: Body
    query: Query
    correlation_id: str
    raw: bytes = b""

    @property
    def key(self) -> Key:
        return self.caller.key

    @property
    def project(self) -> ProjectInfo:
        return self.caller.required_project

    @asynccontextmanager
    async def change(self) -> AsyncIterator[Connection]:
        """A transaction, and whatever it changes is entered in the audit log as done by whoever asks."""
        address = client_of(self.http_request.scope, self.resources.settings.http_trusted_proxies)
        async with self.resources.db.transaction() as tx:
            known = Actor() if self.caller is STRANGER else key_actor(self.caller.key)
            await act_as(tx, replace(known, address=address))
            yield tx

    @property
    def headers(self) -> Headers:
        found: Headers = self.http_request.scope["plain_headers"]
        return found


Handler = Callable[[Any], Awaitable[Response]]
Before = Callable[[Resources, Caller, Mapping[str, str]], Awaitable[None]]
Comparison = Callable[[Resources, Caller, Any], Awaitable[list[FieldError]]]


@value
class Endpoint:
    method: str
    path: str
    handler: Handler
    group: Group
    summary: str
    reply: Any = None
    """The type of the answer's body: a pydantic model, or a list of one; None: no body."""
    reply_media_type: str = "application/json"
    streams: bool = False
    """A client that asks for server-sent events gets the answer in that form."""
    other_statuses: Mapping[int, str] = field(default_factory=dict)
    """Of good answers with the same body, and what they mean."""
    status: int = 200
    body: type[BaseModel] | None = None
    body_required: bool = True
    media_types: tuple[str, ...] = ("application/json",)
    """Anything but JSON alone means that the handler reads `request.raw` itself."""
    json_form: type[BaseModel] | None = None
    """What a JSON body is like that the handler reads itself, for the document."""
    form: type[BaseModel] | None = None
    """Likewise one of the type multipart/form-data."""
    body_limit: int | None = None
    """Bytes; None: what the settings say."""
    query: type[BaseModel] | None = None
    invalid: type[ValidationFailed] = ValidationFailed
    """What body or query that is not valid gets."""
    errors: tuple[type[ParleyError], ...] = ()
    """What can go wrong besides a wrong key, wrong input and a broken server."""
    description: str = ""
    before: Before | None = None
    """Checks between key and input: raises when what the path names is malformed or missing, whatever the body says."""
    comparison: Comparison | None = None
    """Holds a body, valid or not, against what there is: these problems are told together with those of its form."""
    unknown_project: type[ParleyError] = ProjectNotFound
    """What a project that is not there gets."""
    deprecated: bool = False
    role: Role | None = None
    """What somebody in the console needs; None: to read a viewer's, for all else an editor's."""
    unlogged: str = ""
    """Why what it changes is not in the audit log, of one that is no GET."""

    @property
    def needed_role(self) -> Role:
        return self.role or (Role.VIEWER if self.method == "GET" else Role.EDITOR)


def query_values(query_string: bytes) -> dict[str, Any]:
    """Repeated parameters as lists, single ones as they are; the model of the endpoint says which it wants."""
    found = parse_qs(query_string.decode("latin-1"), keep_blank_values=True)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}
