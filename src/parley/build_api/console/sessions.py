"""Signing in to the console and out of it, and whose browsers are signed in."""

from __future__ import annotations

from typing import Any, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import Response

from parley.domain.accounts.model import Key, Role
from parley.domain.console import actions, store
from parley.domain.console.model import LIFETIME, OriginForbidden, SignInRefused, TooManySignIns, csrf_token
from parley.kit.clock import iso
from parley.resources import Resources
from parley.web.clients import client_of, is_https
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import CONSOLE, SIGN_IN
from parley.web.responses import JSON, json_response
from parley.web.sessions import COOKIE, check_origin

LISTED = 500
"""Sessions in one answer; a key has a hundred at most."""


class SignIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: str | None = Field(default=None, max_length=200, description="A console key.")
    link: str | None = Field(default=None, max_length=200, description="What a sign-in link has behind its #.")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.key is None) == (self.link is None):
            raise ValueError("has either `key` or `link`")
        return self


class SessionInfo(BaseModel):
    accountId: str
    accountName: str
    keyName: str
    role: Role
    csrfToken: str = Field(description="For the header `x-csrf-token` of every request that is not a GET.")


class OpenSession(BaseModel):
    id: str
    keyId: str
    keyName: str
    role: Role
    createdAt: str
    lastSeenAt: str = Field(description="Exact to a minute.")
    expiresAt: str
    current: bool = Field(description="Whether it is the one that asks.")


class OpenSessions(BaseModel):
    sessions: list[OpenSession]


class Revocation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    keyId: UUID | None = Field(default=None, description="Only those of this key.")


class Revoked(BaseModel):
    revoked: int = Field(description="How many sessions ended.")


async def sign_in(request: ApiRequest[SignIn, None]) -> Response:
    resources, sent = request.resources, request.body
    trusted, scope = resources.settings.http_trusted_proxies, request.http_request.scope
    check_origin(request.headers, resources.settings.console_url)
    now, attempts, address = resources.clock.now(), resources.console.attempts, client_of(scope, trusted)
    attempts.begin(address, now)
    try:
        async with request.change() as tx:
            if sent.key is not None:
                signed_in = await actions.sign_in_with_key(tx, sent.key, now)
            else:
                signed_in = await actions.sign_in_with_link(tx, sent.link or "", now)
    except SignInRefused:
        if sent.key is not None:
            async with request.change() as tx:
                await actions.record_refusal(tx, sent.key, now)
        raise
    attempts.succeed(address)
    response = await _session_response(resources, signed_in.key, signed_in.secret)
    is_secure = is_https(scope, trusted) or (resources.settings.console_url or "").startswith("https:")
    response.set_cookie(
        COOKIE,
        signed_in.secret,
        max_age=int(LIFETIME.total_seconds()),
        secure=is_secure,
        httponly=True,
        samesite="strict",
    )
    return response


async def read_session(request: ApiRequest[None, None]) -> Response:
    browser = request.caller.required_browser
    return await _session_response(request.resources, browser.key, browser.secret)


async def sign_out(request: ApiRequest[None, None]) -> Response:
    resources = request.resources
    async with request.change() as tx:
        browser = request.caller.required_browser
        await actions.sign_out(tx, browser.session, browser.key, resources.clock.now())
    resources.console.forget()
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response


async def list_console_sessions(request: ApiRequest[None, None]) -> Response:
    current = request.caller.required_browser.session.id
    rows = await store.list_open(request.resources.db, request.caller.account_id, request.resources.clock.now(), LISTED)
    return json_response({"sessions": [_open_session(dict(row), current) for row in rows]})


async def revoke_console_sessions(request: ApiRequest[Revocation, None]) -> Response:
    """All others: whoever asks stays signed in."""
    resources, browser = request.resources, request.caller.required_browser
    async with request.change() as tx:
        ended = await actions.end_others(tx, browser.session, browser.key, request.body.keyId, resources.clock.now())
    resources.console.forget()
    return json_response({"revoked": ended})


async def _session_response(resources: Resources, key: Key, secret: str) -> Response:
    account = await resources.tenants.account(key.scope.account_id)
    info = SessionInfo(
        accountId=account.id,
        accountName=account.name,
        keyName=key.name,
        role=key.role or Role.VIEWER,
        csrfToken=csrf_token(secret),
    )
    return Response(info.model_dump_json(), headers={"cache-control": "no-store"}, media_type=JSON)


def _open_session(row: dict[str, Any], current: UUID) -> dict[str, Any]:
    return {
        "id": str(row["id"]),
        "keyId": str(row["key_id"]),
        "keyName": row["key_name"],
        "role": row["settings"]["role"],
        "createdAt": iso(row["created_at"]),
        "lastSeenAt": iso(row["last_seen_at"]),
        "expiresAt": iso(row["expires_at"]),
        "current": row["id"] == current,
    }


SESSION = "/console/session"

ENDPOINTS = (
    Endpoint(
        "POST",
        SESSION,
        sign_in,
        SIGN_IN,
        "Sign in with a console key or a link",
        body=SignIn,
        reply=SessionInfo,
        errors=(SignInRefused, OriginForbidden, TooManySignIns),
        description="Sets the cookie that goes with all other requests of the console instead of a key.",
    ),
    Endpoint(
        "GET",
        SESSION,
        read_session,
        CONSOLE,
        "Who is signed in here",
        description="The account, the role, and the token that requests which change something carry in "
        "`x-csrf-token`.",
        reply=SessionInfo,
    ),
    Endpoint(
        "DELETE",
        SESSION,
        sign_out,
        CONSOLE,
        "Sign out: the session ends at once",
        description="The cookie is worth nothing from then on.",
        status=204,
        role=Role.VIEWER,
    ),
    Endpoint(
        "GET",
        "/console/sessions",
        list_console_sessions,
        CONSOLE,
        "Whose browsers are signed in, newest first",
        description="With the key that each signed in with, and when it was last seen.",
        reply=OpenSessions,
        role=Role.ADMIN,
    ),
    Endpoint(
        "POST",
        "/console/sessions/revoke",
        revoke_console_sessions,
        CONSOLE,
        "End all other sessions of the account, or those of one key",
        description="Whoever asks stays signed in.",
        body=Revocation,
        body_required=False,
        reply=Revoked,
        role=Role.ADMIN,
    ),
)
