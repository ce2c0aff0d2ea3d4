"""`parley jobs`: dead letters, and what to do with them."""

from __future__ import annotations

from uuid import UUID

import typer

from parley.cli.operator import AsJson, Data, fail, moment, run, show, tell
from parley.storage import queue

app = typer.Typer(help="Jobs that failed too often and were put aside.", no_args_is_help=True)


@app.command("list")
def list_(data: Data = None, as_json: AsJson = False) -> None:
    """List the dead letters, oldest first.

    Example: parley jobs list
    """
    rows = [
        {**dict(row), "id": str(row["id"]), "failed_at": moment(row["failed_at"])}
        for row in run(data, queue.dead_letters)
    ]
    show(rows, ("id", "kind", "attempts", "failed_at", "last_error"), as_json)


@app.command("requeue")
def requeue(job_id: UUID, data: Data = None, as_json: AsJson = False) -> None:
    """Try a dead letter again, from the start.

    Example: parley jobs requeue 019b…
    """
    if not run(data, lambda tx: queue.requeue(tx, job_id)):
        fail("There is no dead letter with this id.")
    tell("It is tried again.", as_json, job=str(job_id))


@app.command("remove")
def remove(job_id: UUID, data: Data = None, as_json: AsJson = False) -> None:
    """Forget a dead letter: it is not tried again.

    Example: parley jobs remove 019b…
    """
    if not run(data, lambda tx: queue.remove(tx, job_id)):
        fail("There is no dead letter with this id.")
    tell("It is forgotten.", as_json, job=str(job_id))
