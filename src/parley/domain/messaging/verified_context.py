"""What a site's own server says about a user: a token that it signed with the secret of its connector. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import jwt
import orjson
from jwt.types import Options

from parley.kit.errors import ParleyError

ALGORITHM = "HS256"
LONGEST_TOKEN = 16 * 1024
LARGEST_CONTEXT = 8 * 1024
LONGEST_LIFETIME = 30
# The time is ours to give.
OPTIONS: Options = {
    "require": ["exp", "iat", "sub"],
    "verify_exp": False,
    "verify_iat": False,
    "verify_nbf": False,
    "verify_aud": False,
}
SKEW = 30
"""Seconds by which the clocks of two servers may differ."""


class ContextRefused(ParleyError):
    """The context is not vouched for: its token is malformed, expired, or signed with another secret."""

    status = 401
    code = "UNAUTHORIZED"


def read_context(token: str, key_id: str, secret: str, context_id: str, now: datetime) -> Mapping[str, Any]:
    """Raises `ContextRefused`."""
    if len(token) > LONGEST_TOKEN:
        raise ContextRefused
    try:
        if jwt.get_unverified_header(token).get("kid") != key_id:
            raise ContextRefused
        claims = jwt.decode(token, secret, [ALGORITHM], options=OPTIONS)
        issued, expires = float(claims["iat"]), float(claims["exp"])
    except (jwt.InvalidTokenError, ValueError, TypeError, OverflowError):
        raise ContextRefused from None
    moment, context = now.timestamp(), claims.get("ctx")
    is_current = issued - SKEW <= moment <= expires + SKEW and expires - issued <= LONGEST_LIFETIME
    if not is_current or claims["sub"] != context_id or not isinstance(context, dict) or not _is_flat(context):
        raise ContextRefused
    return context


def _is_flat(context: Mapping[str, Any]) -> bool:
    if not all(each is None or isinstance(each, str | int | float | bool) for each in context.values()):
        return False
    # PostgreSQL stores no text with this character.
    if any("\x00" in each for each in (*context, *context.values()) if isinstance(each, str)):
        return False
    try:
        return len(orjson.dumps(context)) <= LARGEST_CONTEXT
    except TypeError:  # numbers of more than 64 bits, and half characters
        return False
