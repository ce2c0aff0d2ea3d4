"""Groups of endpoints: one kind of key, one form of error, the statuses that a wrong key gets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pydantic import BaseModel

from parley.domain.accounts.model import Family
from parley.domain.console.model import CsrfTokenInvalid, OriginForbidden, RoleInsufficient
from parley.kit.errors import ParleyError
from parley.web import errors
from parley.web.errors import Envelope


class AuthUserUnauthorised(ParleyError):
    """An API key is required."""

    status = 401


class AuthUserInvalidToken(ParleyError):
    """The API key is not valid."""

    status = 401


class UserAccessForbidden(ParleyError):
    """The API key does not give access to this."""

    status = 403


class Forbidden(ParleyError):
    """The API key does not give access to this."""

    status = 403


class AccountInsufficientPermissions(ParleyError):
    """The API key does not give access to this account."""

    status = 403


class RealTimeConfigForbiddenAccess(ParleyError):
    """The API key does not give access to real-time configuration."""

    status = 403


class AuthorizationRequired(ParleyError):
    """The header Authorization is required, with the access token as its bearer."""

    status = 400
    code = "AUTH_USER_UNAUTHORISED"


@dataclass(frozen=True, slots=True)
class Credential:
    """A header that carries a key of one family, or one with the permission for it. `aliases` are older spellings that
    clients still send."""

    header: str
    family: Family
    aliases: tuple[str, ...] = ()
    is_access_token: bool = False
    """Not the key itself, but a bearer token that was given for it."""


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    document: str
    """The OpenAPI document that describes it: runtime, build or monitoring."""
    credentials: tuple[Credential, ...]
    envelope: Envelope
    error_model: type[BaseModel]
    forbidden: type[ParleyError] = UserAccessForbidden
    """What a good key gets that is not for this: of another family, account or project."""

    missing: type[ParleyError] = AuthUserUnauthorised
    """What a request without a key gets."""

    takes_session: bool = False
    """Whether the session of somebody in the console is as good as a key."""

    @property
    def is_open(self) -> bool:
        """Whoever comes is let in: the endpoint itself looks at what they bring."""
        return not self.credentials and not self.takes_session

    @property
    def refusals(self) -> tuple[type[ParleyError], ...]:
        """Every error that a wrong key or session can lead to."""
        if self.is_open:
            return ()
        of_keys = (self.missing, AuthUserInvalidToken, *((self.forbidden,) if self.credentials else ()))
        of_sessions = (OriginForbidden, CsrfTokenInvalid, RoleInsufficient) if self.takes_session else ()
        return tuple(dict.fromkeys((*of_keys, *of_sessions)))


def _api_key(family: Family) -> tuple[Credential, ...]:
    return (Credential("x-api-key", family),)


CHAT = Group(
    "chat",
    "runtime",
    (Credential("x-api-key", Family.CHAT), Credential("x-token", Family.CHAT_TOKEN)),
    errors.standard,
    errors.StandardError,
)
CONVERSATIONS = Group("conversations", "runtime", _api_key(Family.CONVERSATIONS), errors.standard, errors.StandardError)
CONCURRENCY = Group("concurrency", "runtime", _api_key(Family.CONCURRENCY), errors.standard, errors.StandardError)
OUTBOUND = Group(
    "outbound calling",
    "runtime",
    (Credential("x-service-auth-token", Family.OUTBOUND, aliases=("x-polyai-auth-token",)),),
    errors.outbound,
    errors.OutboundError,
    # The interface lists no 403 for these families: a key that is not for one of them counts as none.
    forbidden=AuthUserInvalidToken,
)
OUTBOUND_SMS = Group(
    "outbound text messages",
    "runtime",
    OUTBOUND.credentials,
    errors.detail,
    errors.DetailError,
    forbidden=AuthUserInvalidToken,
)
EXTERNAL_EVENTS = Group(
    "external events",
    "runtime",
    _api_key(Family.EXTERNAL_EVENTS),
    errors.standard,
    errors.StandardError,
    forbidden=AuthUserInvalidToken,
)
DNI = Group("dni", "runtime", _api_key(Family.DNI), errors.dni, errors.DniError, forbidden=AuthUserInvalidToken)
HANDOFF = Group("handoff state", "runtime", _api_key(Family.HANDOFF), errors.standard, errors.StandardError)
AGENTS = Group(
    "agents",
    "build",
    _api_key(Family.BUILD),
    errors.agents,
    errors.AgentsError,
    forbidden=Forbidden,
    takes_session=True,
)
ACCOUNTS = replace(AGENTS, forbidden=AccountInsufficientPermissions)
"""Of the account as a whole, beside its agents."""
REAL_TIME = replace(AGENTS, forbidden=RealTimeConfigForbiddenAccess)
MONITORING = Group(
    "monitoring",
    "monitoring",
    _api_key(Family.BUILD),
    errors.monitoring,
    errors.MonitoringError,
    forbidden=AuthUserInvalidToken,
    takes_session=True,
)
SIGN_IN = Group("sign-in", "console", (), errors.agents, errors.AgentsError)
CONSOLE = Group("console", "console", (), errors.agents, errors.AgentsError, takes_session=True)
MESSAGING = Group(
    "messaging",
    "messaging",
    (Credential("x-token", Family.MESSAGING),),
    errors.messaging,
    errors.MessagingError,
    forbidden=AuthUserInvalidToken,
)
DESK = Group(
    "desk",
    "messaging",
    _api_key(Family.DESK),
    errors.messaging,
    errors.MessagingError,
    forbidden=AuthUserInvalidToken,
)
MESSAGING_SESSIONS = Group(
    "messaging sessions",
    "messaging",
    (Credential("authorization", Family.MESSAGING, is_access_token=True),),
    errors.messaging,
    errors.MessagingError,
    forbidden=AuthUserInvalidToken,
    missing=AuthorizationRequired,
)
