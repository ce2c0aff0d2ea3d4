from __future__ import annotations

import pytest

from parley.domain.projection.commands.apply import APPLIED
from parley.domain.projection.commands.batch import MOST_COMMANDS, read_batch
from parley.domain.projection.commands.messages import kinds
from parley.domain.projection.errors import CommandBatchInvalid, CommandNotSupported
from tests.command_batches import batch, command, in_batch


def test_a_batch_is_read() -> None:
    found = read_batch(batch(("delete_topic", {"id": "TOPIC-1"}), sequence=25))
    assert found.last_known_sequence == 25
    only = found.commands[0]
    assert (only.type, only.id, only.payload) == ("delete_topic", "command-0", {"id": "TOPIC-1"})
    assert (only.created_by, only.created_at) == ("Ada", "2026-09-21T14:13:20+00:00")


def test_what_is_left_out_is_empty_or_not_there() -> None:
    payload = read_batch(batch(("create_topic", {"id": "T"}))).commands[0].payload
    assert payload == {"id": "T", "name": "", "content": "", "actions": "", "tags": []}


def test_alternatives_are_unions() -> None:
    config = {"config": {"$case": "refer", "value": {"phoneNumber": "+44"}}}
    payload = read_batch(batch(("handoff_update", {"id": "H", "sipConfig": config}))).commands[0].payload
    assert payload == {"id": "H", "sipConfig": config}


def test_everything_that_can_be_read_can_be_applied() -> None:
    assert kinds().keys() == APPLIED.keys()


def test_other_types_are_refused_by_their_name() -> None:
    with pytest.raises(CommandNotSupported, match="upsert_mcp_server"):
        read_batch(in_batch(command("upsert_mcp_server", 404, b"")))


def test_fields_that_are_not_known_are_refused_by_their_number() -> None:
    with pytest.raises(CommandBatchInvalid, match="delete_topic has the field 9"):
        read_batch(in_batch(command("delete_topic", 5, b"\x0a\x01T\x48\x01")))


@pytest.mark.parametrize(
    "content",
    [
        command("delete_topic", 6, b"\x0a\x01T"),
        command("delete_topic", 5, b"\x0a\x01T") + b"\x2a\x00",
        command("delete topic", 5, b""),
        command("delete_topic", 5, b"", "i" * 101),
        b"",
    ],
)
def test_a_command_is_one_payload_of_its_type(content: bytes) -> None:
    with pytest.raises(CommandBatchInvalid):
        read_batch(in_batch(content))


@pytest.mark.slow
def test_a_batch_has_so_many_commands_and_no_more() -> None:
    with pytest.raises(CommandBatchInvalid, match="at most"):
        read_batch(in_batch(*[command("delete_topic", 5, b"")] * (MOST_COMMANDS + 1)))
