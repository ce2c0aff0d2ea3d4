"""The secret with which a site's own server vouches for its users, as a connector's key keeps it."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Self

from parley.kit.encryption import Encryptor
from parley.kit.ids import random_hex
from parley.kit.values import value

SETTING = "context"


@value
class VouchingSecret:
    key_id: str
    """The `kid` of the tokens that are signed with it."""
    secret: str

    @classmethod
    def new(cls) -> Self:
        return cls(f"ctx_{random_hex(16)}", random_hex(64))

    def settings(self, encryptor: Encryptor) -> dict[str, Any]:
        encrypted = encryptor.encrypt(self.secret.encode(), self.key_id.encode())
        return {SETTING: {"key_id": self.key_id, "secret": b64encode(encrypted).decode()}}


def find_vouching_secret(settings: Mapping[str, Any], encryptor: Encryptor) -> VouchingSecret | None:
    known = settings.get(SETTING)
    if not isinstance(known, dict):
        return None
    key_id = str(known["key_id"])
    return VouchingSecret(key_id, encryptor.decrypt(b64decode(known["secret"]), key_id.encode()).decode())
