"""The console's session instead of a key: a cookie that pages of this address alone can make use of."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import Scope

from parley.domain.accounts.model import Key, Role
from parley.domain.console.model import CsrfTokenInvalid, OriginForbidden, RoleInsufficient, Session, is_csrf_token
from parley.kit.values import value
from parley.resources import Resources
from parley.web.groups import AuthUserInvalidToken
from parley.web.headers import Headers
from parley.web.responses import EVENT_STREAM

COOKIE = "parley_console"
SAFE = frozenset({"GET", "HEAD"})
UNATTENDED = "x-unattended"
"""Sent by pages that refresh what they show while nobody is there."""
OWN_SITES = ("same-origin", "none")
"""What browsers say of requests that no other address asked for."""


@value
class BrowserSession:
    session: Session
    secret: str
    key: Key


def sent_cookie(headers: Headers) -> str | None:
    """Empty if there are several: a page at another port of this host can add one, and nobody knows which is ours."""
    pairs = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    found = [secret for name, _, secret in pairs if name == COOKIE]
    return None if not found else found[0] if len(found) == 1 else ""


async def authenticate_session(resources: Resources, role: Role, scope: Scope, secret: str) -> BrowserSession:
    check_origin(scope["plain_headers"], resources.settings.console_url)
    found = await resources.console.find(secret, is_sign_of_life=not asks_by_itself(scope))
    if found is None:
        raise AuthUserInvalidToken
    session, key = found
    if scope["method"] not in SAFE and not is_csrf_token(secret, scope["plain_headers"].get("x-csrf-token", "")):
        raise CsrfTokenInvalid
    if key.role is None or not key.role.includes(role):
        raise RoleInsufficient
    return BrowserSession(session, secret, key)


def asks_by_itself(scope: Scope) -> bool:
    """Whether a page asks again although nobody did anything: it says so, or it listens to events, which browsers take
    up again by themselves. What changes something was somebody's doing."""
    headers: Headers = scope["plain_headers"]
    return scope["method"] in SAFE and (UNATTENDED in headers or headers.get("accept", "").startswith(EVENT_STREAM))


def check_origin(headers: Headers, console_url: str | None) -> None:
    """Where browsers say that a request comes from. Programs say nothing, and bring nobody else's cookie."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in OWN_SITES:
        raise OriginForbidden
    # Some pages hide their origin. That it is ours, the browser says then.
    if origin is None or (origin == "null" and site == "same-origin"):
        return
    own = {f"{scheme}://{headers.get('host', '').lower()}" for scheme in ("http", "https")}
    if console_url is not None:
        own.add("{0.scheme}://{0.netloc}".format(urlsplit(console_url.lower())))
    if origin.lower() not in own:
        raise OriginForbidden
