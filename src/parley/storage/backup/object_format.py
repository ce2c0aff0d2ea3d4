"""How an object of a repository is written: compressed, checked by its SHA-256, encrypted where there is a key."""

from __future__ import annotations

import hashlib
import zlib

from parley.kit.encryption import Encryptor, SecretUnreadable
from parley.storage.backup.errors import BackupKeyMissing, BackupKeyWrong, ObjectDamaged

_PLAIN, _ENCRYPTED = b"PBK1", b"PBE1"
_DIGEST = 32
_LEVEL = 1
"""The fastest: the log of a busy server comes in tens of megabytes a second."""


class ObjectFormat:
    def __init__(self, key: bytes | None) -> None:
        self._encryptor = Encryptor(key) if key is not None else None

    @property
    def encrypts(self) -> bool:
        return self._encryptor is not None

    def encode(self, name: str, content: bytes) -> bytes:
        """The name is part of what is checked: an object that was moved to another name is refused."""
        body = zlib.compress(content, _LEVEL)
        if self._encryptor is not None:
            return _ENCRYPTED + self._encryptor.encrypt(body, name.encode())
        return _PLAIN + hashlib.sha256(name.encode() + b"\0" + body).digest() + body

    def decode(self, name: str, encoded: bytes) -> bytes:
        body = self._body(name, encoded[:4], encoded[4:])
        try:
            return zlib.decompress(body)
        except zlib.error as error:
            raise ObjectDamaged(name, str(error)) from error

    def _body(self, name: str, magic: bytes, rest: bytes) -> bytes:
        if magic == _ENCRYPTED:
            if self._encryptor is None:
                raise BackupKeyMissing
            try:
                return self._encryptor.decrypt(rest, name.encode())
            except SecretUnreadable:
                raise BackupKeyWrong(f"{name} is damaged, or was encrypted with another key.") from None
        if magic != _PLAIN:
            raise ObjectDamaged(name, "it does not begin as it should")
        body = rest[_DIGEST:]
        if hashlib.sha256(name.encode() + b"\0" + body).digest() != rest[:_DIGEST]:
            raise ObjectDamaged(name, "its checksum is wrong")
        return body
