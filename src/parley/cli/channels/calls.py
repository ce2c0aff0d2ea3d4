"""`parley calls`: the calls that wait, ring or run, and cancelling one that was placed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from parley.cli.accounts.projects import AccountOption
from parley.cli.operator import AsJson, Data, fail, now, run, show, tell
from parley.domain.accounts.actions import get_account
from parley.domain.calls import actions, store
from parley.domain.calls.model import Call, Direction, Status
from parley.domain.conversations.model import CALL_PREFIX, INBOUND_PREFIX, public_id, row_id
from parley.kit.clock import iso
from parley.storage.db import Connection

app = typer.Typer(help="Phone calls: see those that are not over, cancel one.", no_args_is_help=True)

CallSid = Annotated[str, typer.Argument(metavar="CALL_SID", help="The call_sid that the API gave, OUT-…")]
COLUMNS = ("call_sid", "direction", "project_id", "number", "status", "created_at")


@app.command("list")
def list_(account: AccountOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the calls of an account that wait, ring or run.

    Example: parley calls list --account demo
    """

    async def work(tx: Connection) -> list[Call]:
        return await store.list_open(tx, (await get_account(tx, account)).id)

    show([_row(call) for call in run(data, work)], COLUMNS, as_json)


@app.command("cancel")
def cancel(call_sid: CallSid, account: AccountOption, data: Data = None, as_json: AsJson = False) -> None:
    """Cancel a call: it is not placed, or hung up on.

    Example: parley calls cancel OUT-019b… --account demo
    """
    call_id = row_id(call_sid) if call_sid.startswith(CALL_PREFIX) else None
    if call_id is None:
        fail("A call_sid is OUT- and a UUID.")

    async def work(tx: Connection) -> Call:
        return await actions.cancel_call(tx, (await get_account(tx, account)).id, call_id, now())

    call = run(data, work)
    if call.status is Status.CALLING:
        words = "is being hung up on"
    elif call.cancelled_at is not None and call.connected_at is None:
        words = "is cancelled"
    else:
        words = "is over already"
    tell(f"{call_sid} {words}.", as_json, **_row(call))


def _row(call: Call) -> dict[str, Any]:
    is_outbound = call.direction is Direction.OUTBOUND
    return {
        "call_sid": public_id(call.id, CALL_PREFIX if is_outbound else INBOUND_PREFIX),
        "direction": call.direction,
        "project_id": call.project_id,
        "number": call.to_number if is_outbound else call.from_number,
        "status": call.status,
        "created_at": iso(call.created_at),
    }
