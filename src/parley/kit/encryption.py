"""Encryption of what must not be readable in a copy of the database: AES-GCM with a key that is kept elsewhere."""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from parley.kit.errors import ParleyError

NONCE = 12
"""Bytes, random for each value: the size for which AES-GCM was specified."""


class SecretUnreadable(ParleyError):
    """This secret was encrypted with another key than this installation has."""


class Encryptor:
    """`owner` names the row that a value belongs to, and is authenticated: values cannot be swapped between rows."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def encrypt(self, content: bytes, owner: bytes) -> bytes:
        nonce = os.urandom(NONCE)
        return nonce + self._cipher.encrypt(nonce, content, owner)

    def decrypt(self, encrypted: bytes, owner: bytes) -> bytes:
        try:
            return self._cipher.decrypt(encrypted[:NONCE], encrypted[NONCE:], owner)
        except InvalidTag:
            raise SecretUnreadable from None
