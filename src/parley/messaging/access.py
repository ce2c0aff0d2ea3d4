"""How a client gets in: a token for the connector's token and host, and with that a session."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.secrets import fingerprint
from parley.domain.messaging import actions, session_store
from parley.domain.messaging.access_tokens import LIFETIME, AccessToken
from parley.domain.messaging.hosts import host_of, is_allowed
from parley.domain.messaging.model import Session, SessionNotFound
from parley.domain.messaging.verified_context import LONGEST_TOKEN, ContextRefused, read_context
from parley.domain.messaging.vouching import find_vouching_secret
from parley.kit.errors import ValidationFailed
from parley.runtime.messaging import ratings
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import MESSAGING, MESSAGING_SESSIONS, AuthUserInvalidToken, AuthUserUnauthorised
from parley.web.headers import Headers
from parley.web.responses import json_response

Platform = Literal["web", "ios", "android", "ios-web", "android-web", "custom"]


class AccessTokenRequest(BaseModel):
    pass


class AccessTokenReply(BaseModel):
    access_token: str
    expires_in: int = Field(description="Seconds.")
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 the name of a scheme


class SessionRequest(BaseModel):
    streaming_enabled: bool = Field(default=False, description="Answers come in pieces, as they are made.")
    platform: Platform = "web"
    device_type: Literal["mobile", "tablet"] | None = None


class SessionReply(BaseModel):
    session_id: str


class ContextRequest(BaseModel):
    token: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]


async def give_access_token(request: ApiRequest[AccessTokenRequest, None]) -> Response:
    host = request.headers.get("x-host")
    if not host:
        raise AuthUserUnauthorised("The header x-host is required.")
    check_page(request.key.scope.settings, host, request.headers)
    token = AccessToken(fingerprint(request.headers["x-token"]), host_of(host) or "")
    text = request.resources.access_tokens.mint(token)
    return json_response({"access_token": text, "expires_in": int(LIFETIME.total_seconds()), "token_type": "Bearer"})


async def start_session(request: ApiRequest[SessionRequest, None]) -> Response:
    resources, body = request.resources, request.body
    check_page(request.key.scope.settings, None, request.headers)
    client = {"platform": body.platform, **({"device_type": body.device_type} if body.device_type else {})}
    async with resources.db.transaction() as tx:
        session_id = await actions.start_session(
            tx, request.key, request.project, body.streaming_enabled, client, resources.clock.now()
        )
    return json_response({"session_id": str(session_id)})


class SessionState(BaseModel):
    session_id: str
    resumable: bool = Field(description="Whether `/ws` can still be connected to.")
    ended: bool


class SurveyRequest(BaseModel):
    score: Annotated[int, Field(strict=True, ge=1, le=5)]


async def show_session(request: ApiRequest[None, None]) -> Response:
    """A browser is not told why a WebSocket was refused; this it is told."""
    session = await _session_of(request)
    is_resumable = session.is_resumable(request.resources.clock.now())
    return json_response(
        {"session_id": str(session.id), "resumable": is_resumable, "ended": session.ended_at is not None}
    )


async def rate_session(request: ApiRequest[SurveyRequest, None]) -> Response:
    session = await _session_of(request)
    async with request.resources.db.transaction() as tx:
        await ratings.rate(tx, session, request.body.score)
    return Response(status_code=204)


async def _session_of(request: ApiRequest[Any, None]) -> Session:
    check_page(request.key.scope.settings, None, request.headers)
    session = await session_store.find_session(request.resources.db, session_id_of(request.path["session_id"]))
    if session is None or session.key_id != request.key.id:
        raise SessionNotFound
    return session


async def set_context(request: ApiRequest[ContextRequest, None]) -> Response:
    """The connector's site vouches for the user, before the agent joins."""
    resources = request.resources
    session = await _session_of(request)
    if session.has_ended:
        raise SessionNotFound
    known = find_vouching_secret(request.key.scope.settings, resources.dependencies.secret_store.encryptor)
    if known is None:
        raise ContextRefused("This connector has no secret to vouch with.")
    now = resources.clock.now()
    context = read_context(request.body.token, known.key_id, known.secret, session.context_id, now)
    if not await session_store.set_context(resources.db, session.id, context):
        raise SessionNotFound
    return Response(status_code=204)


def check_page(settings: Any, host: str | None, headers: Headers) -> None:
    """What a client says of its host is worth little; what a browser says of the page it shows is worth more."""
    registered = settings.get("hosts", ())
    if host is not None and not is_allowed(host, registered):
        raise AuthUserInvalidToken("The host is not registered with this connector.")
    origin = headers.get("origin")
    if origin is not None and not is_allowed(origin, registered):
        raise AuthUserInvalidToken("This page is not on a host that is registered with this connector.")


def session_id_of(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise SessionNotFound from None


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/v1/access-token",
        give_access_token,
        MESSAGING,
        "Get an access token",
        body=AccessTokenRequest,
        body_required=False,
        reply=AccessTokenReply,
        description="The header `X-Host` names the site or app, which must be registered with the connector's token.",
    ),
    Endpoint(
        "POST",
        "/api/v1/sessions",
        start_session,
        MESSAGING_SESSIONS,
        "Start a session",
        body=SessionRequest,
        body_required=False,
        reply=SessionReply,
        description="Its events are sent and received over `/ws?session_id=…&access_token=…`.",
    ),
    Endpoint(
        "GET",
        "/api/v1/sessions/{session_id}",
        show_session,
        MESSAGING_SESSIONS,
        "Whether a session can be connected to",
        description="A client that lost its connection asks before it connects again.",
        reply=SessionState,
        errors=(SessionNotFound,),
    ),
    Endpoint(
        "POST",
        "/api/v1/sessions/{session_id}/survey",
        rate_session,
        MESSAGING_SESSIONS,
        "Say how the conversation was",
        body=SurveyRequest,
        status=204,
        errors=(SessionNotFound, ValidationFailed),
        description="From 1 to 5, also after its end. Kept as the metric `CSAT` of the conversation.",
    ),
    Endpoint(
        "POST",
        "/api/v1/sessions/{session_id}/context",
        set_context,
        MESSAGING_SESSIONS,
        "Vouch for the user of a session",
        body=ContextRequest,
        status=204,
        errors=(SessionNotFound, ContextRefused, ValidationFailed),
        description="`token` is signed by the site's own server; functions read its `ctx` as conv.context_vault.",
    ),
)
