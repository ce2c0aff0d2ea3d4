"""Somebody of the console listens, over real sockets: who may, for how long, and that it is written down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
import pytest
import websockets

from parley.domain.accounts.actions import revoke_key
from parley.domain.accounts.model import Role
from parley.domain.audit.model import Entry, Wanted
from parley.domain.audit.store import list_page
from parley.domain.calls import actions as calls
from parley.domain.console.actions import SignedIn, sign_out
from parley.domain.console.model import secret_hash
from parley.domain.conversations.model import INBOUND_PREFIX, public_id
from parley.domain.messaging.call_tickets import CallTicket
from parley.domain.projects.actions import change_settings
from parley.domain.projects.info import ProjectInfo
from parley.kit.tasks import Tasks, start
from parley.storage.db import DatabaseUnavailable
from parley.telephony import listening
from parley.telephony.carrier import IncomingPhoneCall
from parley.telephony.listening import ADDRESS, ListeningDoor
from parley.telephony.streams.server import StreamServer
from parley.voice.media_leg import RATE
from parley.voice.recording.live_audio import ListenedCall, LiveAudio
from parley.web.serve import bind
from tests.build_api.conversations.test_listening import call_of
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

TONE = np.full(RATE // 5, 9_000, np.int16).tobytes()


@dataclass(slots=True)
class Door:
    """A call that runs, and somebody who is signed in."""

    make: Make
    project: ProjectInfo
    call: ListenedCall
    somebody: SignedIn
    url: str

    @asynccontextmanager
    async def listener(self) -> AsyncIterator[websockets.ClientConnection]:
        ticket = CallTicket(
            self.somebody.session.key_fingerprint,
            "",
            "",
            str(self.call.conversation),
            self.project.id,
            secret_hash(self.somebody.secret),
        )
        async with websockets.connect(self.url, proxy=None) as socket:
            await socket.send(json.dumps({"token": self.make.resources.call_tickets.mint(ticket)[0]}))
            yield socket

    async def until_heard(self, socket: websockets.ClientConnection) -> None:
        """Until audio comes, while the caller speaks."""
        waiting = start(next_audio(socket), "audio")

        async def is_there() -> bool:
            self.call.heard(TONE, asyncio.get_running_loop().time())
            return waiting.done()

        await until(is_there)
        await waiting

    async def entries(self) -> list[Entry]:
        return await list_page(self.make.resources.db, self.project.account_id, Wanted(kind="call"), None, 10)


async def next_audio(socket: websockets.ClientConnection) -> None:
    while isinstance(await socket.recv(), str):
        pass


async def close_code(socket: websockets.ClientConnection) -> int | None:
    await asyncio.wait_for(socket.wait_closed(), 20)
    return socket.close_code


@pytest.fixture(name="door")
async def _door(make: Make) -> AsyncIterator[Door]:
    resources, live = make.resources, LiveAudio()
    project = await make.project()
    call_id = await call_of(make, project)
    server, tasks, stop = StreamServer(resources, bind("127.0.0.1", 0)), Tasks(), asyncio.Event()
    serving = tasks.start(server.run(nobody, stop, ListeningDoor(resources, live).routes), "listening")
    with patch.object(listening, "LOOK_SECONDS", 0.05):
        async with live.follow(call_id, keeps_private=False) as call:
            call.turn_done(is_discarded=False, is_paused=False)
            url = f"{server.public_url.replace('http', 'ws', 1)}{ADDRESS}"
            yield Door(make, project, call, await make.signed_in(project, Role.EDITOR), url)
    stop.set()
    await serving


async def nobody(_incoming: IncomingPhoneCall) -> None:
    raise AssertionError("nobody calls")


async def test_who_listens_is_written_down_and_one_who_leaves_ends_it_for_nobody_else(door: Door) -> None:
    async with door.listener() as stays:
        async with door.listener() as leaves:
            await door.until_heard(leaves)
        await door.until_heard(stays)
        entries = await door.entries()
        door.call.stop()
        assert await close_code(stays) == listening.OVER
    told = {(each.verb, each.subject, each.project_id, each.actor.key_id, each.actor.address) for each in entries}
    subject = public_id(door.call.conversation, INBOUND_PREFIX)
    assert told == {("listened", subject, door.project.id, door.somebody.key.id, "127.0.0.1")}
    assert len(entries) == 2


@pytest.mark.parametrize("what", ["signed out", "revoked", "hidden"])
async def test_who_may_not_listen_any_more_is_not_kept_and_not_let_in(door: Door, what: str) -> None:
    now, somebody = door.make.resources.clock.now(), door.somebody
    async with door.listener() as socket:
        await door.until_heard(socket)
        async with door.make.resources.db.transaction() as tx:
            if what == "signed out":
                await sign_out(tx, somebody.session, somebody.key, now)
            elif what == "revoked":
                await revoke_key(tx, somebody.key.id, now)
            else:
                await change_settings(tx, door.project, {"show_transcripts": False})
        assert await close_code(socket) == listening.REFUSED
    async with door.listener() as again:
        assert await close_code(again) == listening.REFUSED
    assert len(await door.entries()) == 1


async def test_nobody_listens_without_an_entry(door: Door) -> None:
    with patch.object(calls, "record_listener", side_effect=DatabaseUnavailable):
        async with door.listener() as socket:
            assert await close_code(socket) == listening.REFUSED


async def test_a_call_that_ends_while_somebody_connects_is_heard_by_nobody(door: Door) -> None:
    """Its row is written, and its audio goes on for a moment."""
    async with door.make.resources.db.transaction() as tx:
        await calls.complete_call(tx, door.call.conversation, door.make.resources.clock.now(), "")
    async with door.listener() as socket:
        assert await close_code(socket) == listening.OVER
    assert not await door.entries()
