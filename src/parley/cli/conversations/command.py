"""`parley conversations`: look at one, listen to it, or take away everything that was kept of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import typer
from rich.text import Text

from parley.cli.conversations.listing import list_command
from parley.cli.conversations.recorded_cases import recorded_case_command
from parley.cli.conversations.replays import replay_command
from parley.cli.operator import (
    AsJson,
    Data,
    console,
    encryptor_for,
    fail,
    moment,
    printable,
    run,
    run_on,
    show_json,
    tell,
)
from parley.domain.conversations import actions, store, turn_store
from parley.domain.conversations.model import ConversationsNotFound, row_id
from parley.domain.conversations.redaction import is_redacted
from parley.domain.recordings import store as recordings
from parley.domain.recordings.model import ConversationsRecordingNotFound, Direction, hidden_spans
from parley.domain.recordings.reader import Rendering, read_wav
from parley.domain.recordings.wav import ByteRange
from parley.kit import files
from parley.storage.db import Connection, Database, Row

app = typer.Typer(
    help="Conversations: list, show one, listen to one, play one again, make a test of one, delete one.",
    no_args_is_help=True,
)
app.command("list")(list_command)
app.command("replay")(replay_command)
app.command("test-case")(recorded_case_command)

PublicId = Annotated[str, typer.Argument(metavar="ID", help="The conversation's id: CONV-… or OUT-….")]


@app.command("show")
def show(conversation: PublicId, data: Data = None, as_json: AsJson = False) -> None:
    """Show a conversation: what is known of it, and what was said.

    Example: parley conversations show CONV-019b…
    """
    found = _row(conversation)

    async def work(tx: Connection) -> tuple[Row, list[tuple[int, str | None, str]]]:
        summary = await store.find_summary(tx, found)
        if summary is None:
            raise ConversationsNotFound
        return summary, await turn_store.list_exchanges(tx, found)

    summary, said = run(data, work)
    shown = _shown(summary)
    if as_json:
        turns = [{"number": number, "user_input": user or "", "agent_response": agent} for number, user, agent in said]
        show_json({**shown, "turns": turns})
        return
    for name, value in shown.items():
        if value not in (None, "", False):
            _print(f"{name:20}", str(value))
    for _number, user, agent in said:
        console.print()
        if user is not None:
            _print("user   ", user)
        _print("agent  ", agent)


@app.command("audio")
def audio(
    conversation: PublicId,
    out: Annotated[Path, typer.Option("--out", "-o", help="The WAV file to write.")],
    direction: Annotated[Direction, typer.Option(help="Both sides in stereo, or one of them.")] = Direction.COMBINED,
    redacted: Annotated[bool, typer.Option("--redacted", help="Silence what the record hides.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Write the recording of a call into a WAV file, which its owner alone can read.

    Example: parley conversations audio CONV-019b… --out call.wav
    """
    found, encryptor = _row(conversation), encryptor_for(data)

    async def work(db: Database) -> Rendering:
        recording = await recordings.find_recording(db, found)
        if recording is None:
            raise ConversationsRecordingNotFound
        texts = await recordings.list_texts(db, found) if redacted else []
        hidden = hidden_spans(texts, recording.conversation_started_at, is_redacted)
        rendering = Rendering(recording, direction, hidden, redacted)
        with files.written_privately(out) as file:
            async for part in read_wav(db, encryptor, rendering, ByteRange(0, rendering.size)):
                file.write(part)
        return rendering

    written = run_on(data, work).recording
    seconds = written.length / written.rate
    tell(f"Wrote {seconds:.1f} s to {out}.", as_json, path=str(out), seconds=round(seconds, 3))


@app.command("delete")
def delete(
    conversation: PublicId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Delete everything that was kept of a conversation that has ended. There is no way back.

    Example: parley conversations delete CONV-019b… --yes
    """
    found = _row(conversation)
    if not yes:
        typer.confirm(f"Delete everything of {conversation}?", abort=True)
    run(data, lambda tx: actions.remove(tx, found))
    tell(f"Deleted {conversation}.", as_json, id=conversation)


def _print(title: str, text: str) -> None:
    console.print(Text.assemble((title, "bold"), printable(text)), soft_wrap=True)


def _row(public: str) -> UUID:
    found = row_id(public)
    if found is None:
        fail(str(ConversationsNotFound()))
    return found


def _shown(summary: Row) -> dict[str, Any]:
    times = {"started_at": moment(summary["started_at"]), "ended_at": moment(summary["ended_at"])}
    rest = {name: value for name, value in summary.items() if name != "public_id"}
    return {"id": summary["public_id"], **rest, **times}
