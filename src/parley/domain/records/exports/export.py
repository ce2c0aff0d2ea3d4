"""An export as lines of JSON, made while they are taken: however many there are, some at a time are in memory."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncGenerator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from parley.domain.records.exports import store
from parley.domain.records.model import Filters, View
from parley.domain.records.pages.reader import read_records_by_id
from parley.kit.values import value
from parley.storage.db import Database, Row

START = datetime(1970, 1, 1, tzinfo=UTC)
NOBODY = UUID(int=0)
FORM = re.compile(r"[A-Za-z0-9_-]{36}")
MICROSECOND = timedelta(microseconds=1)
MOMENT_BYTES = 7
LAST = datetime(4000, 1, 1, tzinfo=UTC)
BATCH = 200
"""Records that one statement finds."""
MAX_CHUNK = 256 << 10
"""Bytes of records that are read at a time; one that is larger is read by itself."""


@value
class Position:
    """Behind a record. As text it is opaque and safe in an address as it stands."""

    finished_at: datetime = START
    id: UUID = NOBODY

    def __str__(self) -> str:
        content = ((self.finished_at - START) // MICROSECOND).to_bytes(MOMENT_BYTES) + self.id.bytes
        return urlsafe_b64encode(content + _checksum(content)).decode()

    @classmethod
    def parse(cls, text: str) -> Position | None:
        """None for what we never gave out."""
        if not FORM.fullmatch(text):
            return None
        raw = urlsafe_b64decode(text)
        content, checksum = raw[:-4], raw[-4:]
        moment = int.from_bytes(content[:MOMENT_BYTES]) * MICROSECOND
        if checksum != _checksum(content) or moment > LAST - START:
            return None
        return cls(START + moment, UUID(bytes=content[MOMENT_BYTES:]))


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(b"export" + content).to_bytes(4)


async def export_lines(
    db: Database, filters: Filters, view: View, after: Position, most: int | None
) -> AsyncGenerator[bytes, None]:
    """Pieces of some lines each, up to what is finished by now. Every line ends with its cursor."""
    left = most
    while left is None or left > 0:
        horizon = await store.find_horizon(db)
        batch = BATCH if left is None else min(BATCH, left)
        found = await store.list_finished(db, filters, (after.finished_at, after.id), horizon, batch)
        for chunk in _chunks(found):
            records = await read_records_by_id(db, [row["id"] for row in chunk], view)
            # One that was removed since it was found is no line.
            yield b"".join(_line(row, records[row["id"]]) for row in chunk if row["id"] in records)
        if len(found) < batch:
            return
        after = _position(found[-1])
        left = None if left is None else left - len(found)


def _chunks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    size = 0
    for row in rows:
        if chunk and size + row["record_bytes"] > MAX_CHUNK:
            yield chunk
            chunk, size = [], 0
        chunk.append(row)
        size += row["record_bytes"]
    if chunk:
        yield chunk


def _position(row: Row) -> Position:
    return Position(row["finished_at"], row["id"])


def _line(row: Row, record: bytes) -> bytes:
    return record[:-1] + b',"cursor":"' + str(_position(row)).encode() + b'"}\n'
