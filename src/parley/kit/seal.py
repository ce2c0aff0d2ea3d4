"""Sealing what must not be readable in a copy of the database: AES-GCM with a key that is kept elsewhere."""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from parley.kit.errors import ParleyError

NONCE = 12


class SecretUnreadable(ParleyError):
    """This secret was sealed with another key than this installation has."""


class Seal:
    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, content: bytes, place: bytes) -> bytes:
        """Sealed for `place` alone, so that rows cannot be swapped."""
        nonce = os.urandom(NONCE)
        return nonce + self._cipher.encrypt(nonce, content, place)

    def open(self, sealed: bytes, place: bytes) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], place)
        except InvalidTag:
            raise SecretUnreadable from None
