"""What an invitation offers for the sound: whether it must be encrypted, and whether it can be."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from dataclasses import dataclass

KEY_BYTES = {
    b"AES_CM_128_HMAC_SHA1_80": 30,
    b"AES_CM_128_HMAC_SHA1_32": 30,
    b"AEAD_AES_128_GCM": 28,
    b"AEAD_AES_256_GCM": 44,
}
"""The suites that the stack takes, and how long their keys are, salt included."""

_PROFILE = re.compile(rb"^m=audio [0-9/]+ (\S+)", re.MULTILINE)
_KEY = re.compile(rb"^a=crypto:[0-9]+ (\S+) inline:([A-Za-z0-9+/=]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Offer:
    must_encrypt: bool = False
    can_encrypt: bool = False
    """One of its keys is of a kind that the stack knows. Without, the stack would answer too, and send plain sound."""

    @property
    def is_hopeless(self) -> bool:
        return self.must_encrypt and not self.can_encrypt


NOTHING = Offer()


def read_offer(body: bytes) -> Offer:
    """Reads an SDP body, whatever is in it; one without audio asks for nothing."""
    profile = _PROFILE.search(body)
    return Offer(
        must_encrypt=profile is not None and b"SAVP" in profile[1],
        can_encrypt=any(_length(key) == KEY_BYTES.get(suite) for suite, key in _KEY.findall(body)),
    )


def _length(key: bytes) -> int:
    try:
        return len(b64decode(key))
    except binascii.Error:
        return 0
