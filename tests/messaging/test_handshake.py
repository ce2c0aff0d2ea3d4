"""Who may connect to a session, from where it goes on, and how many may."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
import websockets

from parley.domain.accounts.model import Family
from parley.domain.messaging import session_store
from parley.domain.projects.info import ProjectInfo
from parley.messaging.handshake import read_cursor
from parley.providers.llm.scripted import Answer, Say, ScriptedModel
from tests.contract import ContractClient
from tests.make import Make
from tests.messaging.nodes import AGENT
from tests.messaging_client import MessagingClient, open_session
from tests.waiting import until

pytestmark = pytest.mark.io


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    project = await make.project()
    await make.deploy(project, AGENT)
    return project


async def refused(client: MessagingClient, path: str = "/ws", **options: Any) -> int:
    """The status of the answer that came instead of a connection."""
    with pytest.raises(websockets.InvalidStatus) as raised:
        await client.connect(path=path, **options)
    response = raised.value.response
    assert orjson.loads(response.body or b"{}")["message"]
    return response.status_code


async def test_what_gets_nobody_in(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    client = await open_session(messaging, make, project)
    good, session = client.access_token, client.session_id

    def with_(access_token: str = good, session_id: str = session) -> MessagingClient:
        return MessagingClient(client.url, session_id, access_token)

    assert (await refused(with_(access_token=""))) == 400
    assert (await refused(with_(session_id=""))) == 400
    assert (await refused(with_(access_token="x"))) == 401
    assert (await refused(with_(access_token=good[:-2] + "xx"))) == 401
    assert (await refused(with_(access_token="x" * 5000))) == 401
    other = await open_session(messaging, make, project)
    assert (await refused(with_(access_token=other.access_token))) == 401, "the token of another connector"
    assert (await refused(with_(session_id=str(uuid4())))) == 404
    assert (await refused(with_(session_id="none"))) == 404
    assert (await refused(client, additional_headers={"origin": "https://elsewhere.example"})) == 401
    assert (await refused(client, path="/else")) == 404
    here = await client.connect(additional_headers={"origin": "http://localhost:3000"})
    await here.next("SESSION_START")
    await here.aclose()


async def test_a_key_that_was_revoked_opens_nothing(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    issued = await make.key(Family.MESSAGING, project)
    client = await open_session(messaging, make, project, key=issued)
    await (await client.connect()).aclose()
    await make.revoke(issued)

    async def is_refused() -> bool:
        try:
            await (await client.connect()).aclose()
        except websockets.InvalidStatus as refusal:
            return refusal.response.status_code == 401
        return False

    await until(is_refused)


async def test_the_token_under_its_other_name(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    client = await open_session(messaging, make, project)
    await client.connect(token_name="auth_token")
    await client.next("SESSION_START")
    await client.aclose()


async def test_ten_sockets(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    first = await open_session(messaging, make, project)
    clients = [await first.copy().connect() for _ in range(10)]
    with pytest.raises(websockets.InvalidStatus) as raised:
        await first.connect()
    assert raised.value.response.status_code == 429
    assert int(raised.value.response.headers["retry-after"]) > 0
    await clients[0].join()
    for each in clients:
        assert (await each.next("POLY_AGENT_MESSAGE"))["payload"]["text"] == "Hello!"
    await clients.pop().drop()

    async def has_room() -> bool:
        try:
            await first.connect()
        except websockets.InvalidStatus:
            return False
        return True

    await until(has_room)
    for each in (first, *clients):
        await each.aclose()


async def test_sockets_of_nodes_that_died_do_not_count(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    client = await open_session(messaging, make, project)
    at = make.resources.clock.now()
    async with make.resources.db.transaction() as tx:
        for node in range(10):
            assert await session_store.add_socket(tx, UUID(client.session_id), node, 10, at)
    await client.connect()
    await client.join()
    await client.aclose()


async def test_sessions_that_have_ended(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    """What was missed can be read for a while, to the end, which closes the socket; not so what was abandoned."""
    client = await (await open_session(messaging, make, project)).connect()
    await client.join()
    await client.send("USER_END_SESSION")
    assert await client.closed() == 1000
    for cursor in ("0", "3", str(client.cursor), "99"):
        late = await client.copy().connect(cursor)
        assert await late.closed() == 1000
        assert late.kinds[0] == "SESSION_START"
        assert late.kinds[-1] == "SESSION_END"
    await ended(make, "ended_at = now() - interval '11 minutes'")
    assert (await refused(client)) == 404
    await ended(make, "ended_at = now(), end_reason = 'REASON_USER_ABANDONED'")
    assert (await refused(client)) == 404


def has_reached(client: MessagingClient, cursor: int) -> bool:
    return client.cursor >= cursor


async def ended(make: Make, how: str) -> None:
    async with make.resources.db.connection() as connection:
        await connection.execute(f"update messaging_sessions set {how}")


async def test_from_any_cursor_on(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    make.use_model(ScriptedModel([Answer((Say("Yes."),), repeat=True)]))
    client = await (await open_session(messaging, make, project)).connect()
    await client.join()
    for turn in range(2, 5):
        await client.say("And?")
        await client.next("POLY_AGENT_MESSAGE", turn)
    known = {event["sequence"]: event for event in client.events if event["sequence"] is not None}
    for cursor in (*map(str, range(12)), *(f"seq:{number}" for number in range(12)), "", "-1", "x", "9" * 30):
        late = await client.copy().connect(cursor)
        after = min(read_cursor(cursor) or 0, client.cursor)
        if after < client.cursor:
            await late.told(partial(has_reached, late, client.cursor))
        await late.next("SESSION_START")
        expected = [1, *range(max(after, 1) + 1, client.cursor + 1)]
        assert late.events == [known[sequence] for sequence in expected], cursor
        await late.drop()
    await client.aclose()


@pytest.mark.parametrize(
    ("text", "cursor"),
    [
        ("0", 0),
        ("12", 12),
        ("seq:12", 12),
        ("999999999", 999999999),
        *((text, None) for text in ("", "seq:", "-1", "1.5", "x", "9" * 10, " 1", "1 ", "٣", "seq:seq:1", "1\n")),
    ],
)
def test_a_cursor_is_a_number_or_nothing(text: str, cursor: int | None) -> None:
    assert read_cursor(text) == cursor
