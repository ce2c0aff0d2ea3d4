"""Keys as requests carry them."""

from __future__ import annotations

from parley.domain.accounts.secrets import fingerprint
from parley.domain.messaging.access_tokens import AccessToken
from parley.web.groups import Credential
from tests.make import Make


def sent(make: Make, credential: Credential, secret: str) -> str:
    """The key itself, or the access token that it gives."""
    if not credential.is_access_token:
        return secret
    return f"Bearer {make.resources.access_tokens.mint(AccessToken(fingerprint(secret), 'localhost'))}"
