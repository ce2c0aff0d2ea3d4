"""`parley texts`: who texts with which number, what became of messages, and a phone to try agents with."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any
from uuid import UUID

import httpx
import typer

from parley.cli import credentials
from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.channels.text_carrier import CarriedMessage, LocalCarrier
from parley.cli.operator import AsJson, Data, console, fail, run, settings_for, show
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import TWILIO, Connector, plain_number
from parley.domain.numbers.trunks import decrypt_passwords
from parley.domain.projects.secret_store import encryption_key
from parley.domain.texts import message_store, thread_store
from parley.kit.clock import iso
from parley.kit.encryption import Encryptor
from parley.kit.tasks import Tasks
from parley.providers.senders.twilio_messages import address
from parley.storage.db import Connection
from parley.web.serve import PortTaken, bind, quiet_server

app = typer.Typer(help="Text messages: threads, receipts, and a phone to try agents with.", no_args_is_help=True)

MOST = 1000
ANSWER_SECONDS = 30.0
QUIET_SECONDS = 1.5
"""After a message another may follow: a long reply has parts."""


@app.command("list")
def list_threads(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List who texts with the numbers of a project, the newest first.

    Example: parley texts list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[dict[str, Any]]:
        found = await thread_store.list_threads(tx, (await find_project(tx, account, project)).id, MOST)
        return [
            {
                "thread": str(one.id),
                "channel": one.channel.value,
                "number": one.our_number,
                "user": one.user_number,
                "stopped": iso(one.opted_out_at) if one.opted_out_at else "",
                "last": iso(one.last_active_at),
            }
            for one in found
        ]

    show(run(data, work), ("thread", "channel", "number", "user", "stopped", "last"), as_json)


@app.command("show")
def show_thread(
    thread: Annotated[UUID, typer.Argument(metavar="THREAD", help="Its id, as `list` shows it.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show what became of the messages of a thread, the newest first. What they said is in their conversation.

    Example: parley texts show 019b… --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[dict[str, Any]]:
        project_id = (await find_project(tx, account, project)).id
        return [
            {
                "message": str(row["id"]),
                "direction": "in" if row["is_incoming"] else "out",
                "status": row["status"],
                "why": row["error"] or row["keyword"],
                "attempts": row["attempts"],
                "carrier": row["carrier_sid"] or "",
                "at": iso(row["changed_at"]),
            }
            for row in await message_store.list_messages(tx, project_id, thread, MOST)
        ]

    show(run(data, work), ("message", "direction", "status", "why", "attempts", "carrier", "at"), as_json)


@app.command("phone")
def phone(
    number: Annotated[str, typer.Argument(help="The number to text with, such as +442071234567.")],
    account: AccountOption,
    project: ProjectOption,
    sender: Annotated[str, typer.Option("--from", help="The phone's own number.")] = "+447700900123",
    whatsapp: Annotated[bool, typer.Option("--whatsapp", help="Over WhatsApp instead of SMS.")] = False,
    say: Annotated[list[str] | None, typer.Option("--say", help="Send this, and wait; can be repeated.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where the carrier listens.")] = 8090,
    data: Data = None,
) -> None:
    """Text with an agent, through a carrier on this machine: start Parley with PARLEY_TWILIO_URL at its address.

    Example: parley texts phone +442071234567 --account demo --project restaurant
    """
    settings = settings_for(data)
    found = credentials.read(settings.data)
    if "platform_url" not in found:
        fail("Parley is not running here: start it with `parley up`.")

    async def find(tx: Connection) -> Connector | None:
        info = await find_project(tx, account, project)
        known = await numbers.find_number(tx, info.account_id, plain_number(number))
        if known is None or known.connector_id is None:
            return None
        return await numbers.find_connector(tx, info.id, known.connector_id)

    connector = run(data, find)
    if connector is None or connector.trunk.carrier != TWILIO:
        fail(f"{number} has no connector with --carrier twilio.")
    token = decrypt_passwords(Encryptor(encryption_key(settings.secret_key, settings.data)), connector).auth_token
    path = f"/texts/{connector.id}/incoming"
    url = f"{found['platform_url']}{path}"
    # The platform service checks what carriers are told; the address that is asked stays this machine's.
    signed_url = f"{settings.texts_url}{path}" if settings.texts_url else url
    own, other = address(sender, whatsapp=whatsapp), address(plain_number(number), whatsapp=whatsapp)
    try:
        listener = bind("127.0.0.1", port)
    except PortTaken as error:
        fail(str(error))
    with suppress(KeyboardInterrupt):
        asyncio.run(text(connector.trunk.account_sid, token, listener, Line(url, own, other, signed_url), say))


class Line:
    """Where the phone's messages go, and what is shown of those that come."""

    def __init__(self, url: str, own: str, other: str, signed_url: str) -> None:
        self.url, self.own, self.other, self.signed_url = url, own, other, signed_url
        self.came = asyncio.Event()
        self._tasks = Tasks()
        self._reports: list[asyncio.Task[None]] = []
        self.carrier: LocalCarrier | None = None

    async def show(self, message: CarriedMessage) -> None:
        if message.recipient == self.own:
            console.print(f"  < {message.body}", highlight=False, markup=False, soft_wrap=True)
            self.came.set()
        if message.callback and self.carrier is not None:
            self._reports.append(self._tasks.start(self._report(self.carrier, message), "receipt"))

    async def report_all(self) -> None:
        """Parley is told of everything that was shown."""
        await asyncio.gather(*self._reports)

    async def _report(self, carrier: LocalCarrier, message: CarriedMessage) -> None:
        with suppress(httpx.HTTPError):
            await carrier.report(message, "delivered")


async def text(account_sid: str, token: str, listener: socket.socket, line: Line, say: Sequence[str] | None) -> None:
    """Sends what is said, or typed, and shows what comes back."""
    async with httpx.AsyncClient(trust_env=False) as client:
        carrier = line.carrier = LocalCarrier(account_sid, token, client, line.show)
        async with _carrying(carrier, listener) as url:
            console.print(f"The carrier listens at {url}. Ctrl-C ends it.", highlight=False)
            async for words in _given(say):
                line.came.clear()
                console.print(f"  > {words}", highlight=False, markup=False, soft_wrap=True)
                status = await _bring(carrier, line, words)
                if status != 200:
                    console.print(f"Parley answers {status}.", highlight=False)
                elif say:
                    await _answered(line)
            await line.report_all()


async def _bring(carrier: LocalCarrier, line: Line, words: str) -> int:
    try:
        return await carrier.bring(line.url, line.own, line.other, words, signed_url=line.signed_url)
    except httpx.HTTPError as error:
        fail(f"Parley cannot be reached ({type(error).__name__}).")


async def _answered(line: Line) -> None:
    """Until an answer has come, and nothing behind it for a moment."""
    with suppress(TimeoutError):
        await asyncio.wait_for(line.came.wait(), ANSWER_SECONDS)
        while True:
            line.came.clear()
            await asyncio.wait_for(line.came.wait(), QUIET_SECONDS)


async def _given(say: Sequence[str] | None) -> AsyncIterator[str]:
    if say:
        for words in say:
            yield words
        return
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip():
            yield line.strip()


@asynccontextmanager
async def _carrying(carrier: LocalCarrier, listener: socket.socket) -> AsyncIterator[str]:
    tasks = Tasks()
    server = quiet_server(carrier.app(), drain_seconds=1)
    serving = tasks.start(server.serve(sockets=[listener]), "carrier")
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving
        await tasks.aclose()
