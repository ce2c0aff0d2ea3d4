"""The envelope of a push: what was known when it was made, and the commands in their order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from parley.domain.projection.commands import messages, wire
from parley.domain.projection.errors import CommandBatchInvalid, CommandNotSupported
from parley.domain.projection.records import Json

MOST_COMMANDS = 10_000
LONGEST_ID = 100

_TYPE = re.compile(r"\w{1,80}")
_SEQUENCE, _COMMANDS = 1, 2
_COMMAND_TYPE, _COMMAND_ID, _METADATA = 1, 2, 200
_CREATED_AT, _CREATED_BY = 3, 4


@dataclass(frozen=True, slots=True)
class Command:
    type: str
    id: str
    created_by: str
    created_at: str
    """Both as whoever sends it says; empty when it says nothing."""
    payload: Json


@dataclass(frozen=True, slots=True)
class Batch:
    last_known_sequence: int
    commands: tuple[Command, ...]


def read_batch(data: bytes, *, most_fields: int = wire.MOST_FIELDS) -> Batch:
    sequence = 0
    commands: list[Command] = []
    allowance = wire.Allowance(most_fields)
    for number, _type, raw in wire.fields(data, allowance):
        if number == _SEQUENCE:
            sequence = wire.whole(raw)
        elif number == _COMMANDS:
            if len(commands) >= MOST_COMMANDS:
                raise CommandBatchInvalid(f"A batch has at most {MOST_COMMANDS} commands.")
            commands.append(_read_command(wire.message(raw), allowance))
    return Batch(sequence, tuple(commands))


def _read_command(data: wire.Bytes, allowance: wire.Allowance) -> Command:
    kind, command_id, payloads = "", "", []
    metadata: wire.Bytes = b""
    for number, _type, raw in wire.fields(data, allowance):
        if number == _COMMAND_TYPE:
            kind = wire.text(raw)
        elif number == _COMMAND_ID:
            command_id = wire.text(raw)
        elif number == _METADATA:
            metadata = wire.message(raw)
        else:
            payloads.append((number, wire.message(raw)))
    if not _TYPE.fullmatch(kind) or len(command_id) > LONGEST_ID:
        raise CommandBatchInvalid("A command has no type, or its id is too long.")
    known = messages.kinds().get(kind)
    if known is None:
        raise CommandNotSupported(f"Commands of the type {kind} are not supported; nothing of the batch was applied.")
    if [number for number, _payload in payloads] != [known[0]]:
        raise CommandBatchInvalid(f"A command of the type {kind} has another payload.")
    created_at, created_by = _read_metadata(metadata, allowance)
    return Command(kind, command_id, created_by, created_at, messages.read(kind, payloads[0][1], allowance))


def _read_metadata(data: wire.Bytes, allowance: wire.Allowance) -> tuple[str, str]:
    found: dict[int, Any] = {number: raw for number, _type, raw in wire.fields(data, allowance)}
    created_at = wire.message(found.get(_CREATED_AT, b""))
    at = {number: raw for number, _type, raw in wire.fields(created_at, allowance)}
    seconds = wire.whole(at.get(1, 0))
    try:
        moment = datetime.fromtimestamp(seconds, UTC).isoformat() if at else ""
    except (ValueError, OverflowError, OSError):
        raise CommandBatchInvalid("A command was made at a time that is none.") from None
    return moment, wire.text(found.get(_CREATED_BY, b""))[:200]
