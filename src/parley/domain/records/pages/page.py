"""A page, which records in which order, and the cursor that leads to the next one. Pure."""

from __future__ import annotations

import re
import zlib
from array import array
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import field, replace
from uuid import UUID

from parley.domain.records.model import ID_BYTES, RecordList, View, pack_ids, unpack_ids
from parley.kit.values import value

ASSUMED_BYTES = 16 << 10
"""For a record without a snapshot, whose size is not known before it is built."""
BUILD_COST = 4
"""Building a record takes this many times the memory of copying its snapshot."""
NO_SNAPSHOT = -1

CURSOR_FORM = re.compile(r"[A-Za-z0-9_-]{28}")
AFTER_ID, AFTER_COUNT = b"\x01", b"\x02"
MAX_COUNT = 1 << 40


@value
class Page:
    """Ids and sizes are packed, because a page has up to 5000 of them and stays in memory for as long as a client takes
    to read it."""

    packed_ids: bytes = b""
    """Sixteen bytes each."""
    sizes: array[int] = field(default_factory=lambda: array("i"))
    """Of the snapshots, or NO_SNAPSHOT."""
    more: bool = False
    """Others follow."""
    preloaded: Sequence[bytes | None] = ()
    """Records that came along when the page was found, in the same order; None: this one did not. Empty: none did."""
    scores: Sequence[float | None] = ()
    """How near each is to the query, in the same order, where that is known."""

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def last_id(self) -> UUID:
        return UUID(bytes=self.packed_ids[-ID_BYTES:])

    def ids(self, start: int, end: int) -> list[UUID]:
        return unpack_ids(self.packed_ids[start * ID_BYTES : end * ID_BYTES])

    def chunk_end(self, start: int, size: int, view: View) -> int:
        """Where a chunk of about `size` bytes ends that begins at `start`: it holds at least one record."""
        cost = BUILD_COST if view.needs_rows else 1
        end = start
        while end < len(self) and size > 0:
            known = self.sizes[end]
            size -= ASSUMED_BYTES if known == NO_SNAPSHOT else known * cost
            end += 1
        return end


def page_of_list(found: RecordList) -> Page:
    """A page of what a search or a sample found."""
    page = page_of_sizes([(ref.id, ref.record_bytes) for ref in found.records], found.more)
    return replace(page, scores=[ref.score for ref in found.records])


def page_of_sizes(sizes: Sequence[tuple[UUID, int | None]], more: bool, preloaded: Sequence[bytes | None] = ()) -> Page:
    """`sizes`: each id with the size of its snapshot, None if it has none."""
    packed_sizes = array("i", [NO_SNAPSHOT if size is None else size for _, size in sizes])
    return Page(pack_ids(each for each, _ in sizes), packed_sizes, more, preloaded)


@value
class Cursor:
    """After a record, for pages in the order of ids; after so many records, for pages in any other order.

    As text it is opaque, safe in an address as it stands, and refused when damaged: one byte for the kind, sixteen for
    the position, four to tell a cursor of ours from anything else make 28 characters.
    """

    id: UUID | None = None
    count: int = 0

    def __str__(self) -> str:
        content = AFTER_COUNT + self.count.to_bytes(16) if self.id is None else AFTER_ID + self.id.bytes
        return urlsafe_b64encode(content + _checksum(content)).decode()

    @classmethod
    def parse(cls, text: str) -> Cursor | None:
        """None for what we never gave out."""
        if not CURSOR_FORM.fullmatch(text):
            return None
        raw = urlsafe_b64decode(text)
        content, checksum = raw[:-4], raw[-4:]
        if checksum != _checksum(content):
            return None
        kind, position = content[:1], int.from_bytes(content[1:])
        if kind == AFTER_ID:
            return cls(id=UUID(int=position))
        # No list is that long, and the cursor that follows this one has to fit into sixteen bytes as well.
        return cls(count=position) if kind == AFTER_COUNT and position < MAX_COUNT else None


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4)
