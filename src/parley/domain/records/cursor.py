"""Where the next page begins, as text for clients: opaque, safe in an address as it stands, and refused when damaged.

One byte for the kind, sixteen for the place, four to tell a cursor of ours from anything else: 28 characters.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from parley.kit.values import value

FORM = re.compile(r"[A-Za-z0-9_-]{28}")
AFTER_ID, AFTER_COUNT = b"\x01", b"\x02"
FURTHEST = 1 << 40


@value
class Cursor:
    """After a record, for pages in the order of ids; after so many records, for pages in any other order."""

    id: UUID | None = None
    count: int = 0

    def __str__(self) -> str:
        content = AFTER_COUNT + self.count.to_bytes(16) if self.id is None else AFTER_ID + self.id.bytes
        return urlsafe_b64encode(content + _check(content)).decode()

    @classmethod
    def read(cls, text: str) -> Cursor | None:
        """None for what we never gave out."""
        if not FORM.fullmatch(text):
            return None
        raw = urlsafe_b64decode(text)
        content, check = raw[:-4], raw[-4:]
        if check != _check(content):
            return None
        kind, place = content[:1], int.from_bytes(content[1:])
        if kind == AFTER_ID:
            return cls(id=UUID(int=place))
        return cls(count=place) if kind == AFTER_COUNT and place < FURTHEST else None


def _check(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4)
