"""`parley conversations`, and what `parley projects set` says about keeping and hiding."""

from __future__ import annotations

import stat
import wave
from pathlib import Path
from uuid import UUID

import pytest

from parley.domain.conversations.model import public_id
from parley.domain.projects.secret_store import SecretStore, encryption_key
from parley.domain.recordings import codec
from parley.domain.recordings import store as recordings
from parley.kit.ids import uuid7
from parley.storage.db import Database
from tests.cli.conftest import Operator
from tests.domain.conversations.kept import COLUMNS, add, add_block, days_ago, left, place_with

GONE = UUID("01890000-0000-7000-8000-000000000000")

pytestmark = pytest.mark.io


async def packed(db: Database) -> dict[UUID, bool]:
    return {row["id"]: row["packed"] for row in await db.fetch("select id, packed from record_vectors")}


async def test_everything_of_one_conversation_is_deleted(operator: Operator, db: Database) -> None:
    project = await place_with(db)
    gone, kept = await add(db, project, days_ago(1)), await add(db, project, days_ago(1))
    before = await left(db, kept)
    assert before == set(COLUMNS) - {"live_conversations"}
    assert operator.does("conversations", "delete", public_id(gone), "--yes") == f"Deleted {public_id(gone)}.\n"
    assert (await left(db, gone), await left(db, kept)) == (set(), before)


async def test_a_block_of_vectors_with_it_is_undone(operator: Operator, db: Database) -> None:
    project = await place_with(db)
    gone, beside, elsewhere = [await add(db, project, days_ago(days)) for days in (3, 2, 1)]
    await add_block(db, project, gone, beside)
    other = await add_block(db, project, elsewhere)
    assert set((await packed(db)).values()) == {True}
    operator.does("conversations", "delete", public_id(gone), "--yes")
    assert await packed(db) == {beside: False, elsewhere: True}
    assert [row["id"] for row in await db.fetch("select id from vector_blocks")] == [other]


async def test_answers_that_wait_for_a_retry_are_deleted_too(operator: Operator, db: Database) -> None:
    project = await place_with(db)
    gone, kept = await add(db, project, days_ago(1)), await add(db, project, days_ago(1))
    async with db.transaction() as tx:
        for each in (gone, kept):
            await tx.execute(
                "insert into idempotent_replies (key_id, idempotency_key, fingerprint, reply) values ($1, 'k', '', $2)",
                uuid7(), {"conversation_id": public_id(each), "response": "what was said"},
            )  # fmt: skip
    operator.does("conversations", "delete", public_id(gone), "--yes")
    rows = await db.fetch("select reply from idempotent_replies")
    assert [row["reply"]["conversation_id"] for row in rows] == [public_id(kept)]


@pytest.mark.parametrize("wrong", ["CONV-1", "x", public_id(GONE), f"OUT-{GONE}"])
async def test_what_is_not_there_cannot_be_shown_or_deleted(operator: Operator, wrong: str) -> None:
    for arguments in (["delete", wrong, "--yes"], ["show", wrong]):
        assert operator.is_refused("conversations", *arguments) == "Error: There is no such conversation.\n"


async def test_one_that_runs_is_not_deleted(operator: Operator, db: Database) -> None:
    project = await place_with(db)
    running, ended = await add(db, project, days_ago(1), "running"), await add(db, project, days_ago(1), "ended")
    assert "still running" in operator.is_refused("conversations", "delete", public_id(running), "--yes")
    assert await left(db, running) == set(COLUMNS)
    operator.does("conversations", "delete", public_id(ended), "--yes")
    assert await left(db, ended) == set()


async def test_one_that_is_just_being_finished_is_not_deleted(operator: Operator, db: Database) -> None:
    ended = await add(db, await place_with(db), days_ago(1), "ended")
    async with db.transaction() as tx:
        await tx.execute(
            "update live_conversations set lease = gen_random_uuid(), leased_until = now() + interval '1 minute'"
        )
    assert "still running" in operator.is_refused("conversations", "delete", public_id(ended), "--yes")
    assert await left(db, ended) == set(COLUMNS)


async def test_it_asks_before_it_deletes(operator: Operator, db: Database) -> None:
    conversation = await add(db, await place_with(db), days_ago(1))
    result = operator.answers("n\n", "conversations", "delete", public_id(conversation))
    assert result.exit_code == 1
    assert public_id(conversation) in result.output
    assert await left(db, conversation) != set()
    assert operator.answers("y\n", "conversations", "delete", public_id(conversation)).exit_code == 0
    assert await left(db, conversation) == set()


async def test_a_conversation_is_shown(operator: Operator, db: Database) -> None:
    project = await place_with(db)
    conversation = await add(db, project, days_ago(1), said="a [bold]table[/bold] \x1b[2Jplease :smile:")
    read = operator.reads("conversations", "show", public_id(conversation))
    assert (read["id"], read["project_id"], read["end_reason"]) == (public_id(conversation), project.id, "closed")
    assert [turn["agent_response"] for turn in read["turns"]] == ["answer 0", "answer 1"]
    shown = operator.does("conversations", "show", public_id(conversation))
    assert public_id(conversation) in shown
    assert "a [bold]table[/bold] �[2Jplease :smile:" in shown
    assert "\x1b" not in shown


async def test_a_recording_is_written_into_a_file(operator: Operator, db: Database, tmp_path: Path) -> None:
    conversation, silent = [await add(db, await place_with(db), days_ago(1)) for _ in range(2)]
    encryptor = SecretStore(encryption_key(None, tmp_path)).encryptor
    chunk = codec.seal_chunk(encryptor, conversation, 0, 0, (b"\x10\x10" * 8_000, bytes(16_000)), False)
    async with db.transaction() as tx:
        await tx.execute("delete from recording_chunks")
        await recordings.append_chunks(tx, [chunk])
    out = tmp_path / "call.wav"
    said = operator.does("conversations", "audio", public_id(conversation), "-o", str(out))
    assert said == f"Wrote 1.0 s to {out}.\n"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with wave.open(str(out)) as file:
        assert (file.getnchannels(), file.getnframes()) == (2, 8_000)
    wanted = ["conversations", "audio", public_id(silent), "-o", str(tmp_path / "none.wav")]
    assert operator.is_refused(*wanted) == "Error: There is no recording of this conversation.\n"
    assert not (tmp_path / "none.wav").exists()


async def test_a_project_says_whether_calls_are_recorded(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "desk", "--account", "acme")
    where = ("projects", "set", "desk", "--account", "acme")
    assert operator.reads(*where, "--recording", "on")["settings"] == {"recording": "on"}
    assert "--recording-consent" in operator.is_refused(*where, "--recording", "after_consent")
    text = ("--recording-consent", " We record. ", "--recording-private", "silence")
    assert operator.reads(*where, "--recording", "after_consent", *text)["settings"] == {
        "recording": "after_consent", "recording_consent": "We record.", "recording_private": "silence",
    }  # fmt: skip
    assert "--recording-consent" in operator.is_refused(*where, "--recording-consent", " ")
    assert operator.is_refused(*where, "--recording", "maybe")


async def test_a_project_says_how_long_it_keeps_conversations(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "desk", "--account", "acme")

    def set_to(*options: str) -> object:
        return operator.reads("projects", "set", "desk", "--account", "acme", *options)["settings"]

    assert set_to("--retention-days", "30") == {"retention_days": 30}
    assert set_to("--redact", "card, phone") == {"retention_days": 30, "redact": ["phone", "card"]}
    assert set_to("--retention-days", "forever") == {"retention_days": None, "redact": ["phone", "card"]}
    assert set_to("--redact", "none") == {"retention_days": None, "redact": []}
    for wrong in ("0", "-1", "1.5", "10001", "", "never", "ten"):
        words = operator.is_refused("projects", "set", "desk", "--account", "acme", f"--retention-days={wrong}")
        assert "forever" in words
    for wrong in ("", "names", "phone,", "phone;card", "none,phone"):
        assert "email" in operator.is_refused("projects", "set", "desk", "--account", "acme", f"--redact={wrong}")
