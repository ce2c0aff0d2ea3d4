"""Whatever happens to connections and nodes: what clients were told is one conversation, as the protocol has it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from parley.domain.projects.info import ProjectInfo
from parley.messaging import server
from tests.contract import ContractClient
from tests.make import Make
from tests.messaging.messaging_model import Journal
from tests.messaging.nodes import AGENT
from tests.messaging.peers import GREETING, LightNode, Parrot, Peer, answer_to, problems
from tests.messaging_client import open_session
from tests.properties import IS_LONG
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.timeout(3600 if IS_LONG else 300)]

SETTLED_SECONDS = 30.0
EXAMPLES = 300
"""In the long form, which takes five minutes."""

CLIENT, NODE = st.integers(0, 2), st.integers(0, 1)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), CLIENT, NODE),
        st.tuples(st.just("say"), CLIENT, NODE),
        st.tuples(st.just("again"), CLIENT, NODE),
        st.tuples(st.just("drop"), CLIENT, NODE),
        st.tuples(st.just("connect"), CLIENT, NODE),
        st.tuples(st.just("connect again"), CLIENT, NODE),
        st.tuples(st.just("stall"), CLIENT, NODE),
        st.tuples(st.just("kill"), CLIENT, NODE),
        st.tuples(st.just("wait"), st.integers(0, 20), NODE),
    ),
    min_size=4,
    max_size=30,
)


class World:
    """Two nodes, whichever they are by now, and a project with an agent."""

    def __init__(self, make: Make, project: ProjectInfo, http: ContractClient, nodes: list[LightNode]) -> None:
        self.make = make
        self.project = project
        self.http = http
        self.nodes = nodes
        self.dead: list[asyncio.Task[None]] = []

    async def kill(self, place: int, peers: list[Peer]) -> None:
        node = self.nodes[place]
        await node.kill()
        for peer in peers:
            if peer.node is node:
                await peer.drop()
        self.dead.append(asyncio.create_task(node.close()))
        self.nodes[place] = await LightNode.start(self.make.resources, Parrot())


@pytest.fixture(name="world")
async def _world(messaging: ContractClient, make: Make, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    # In earnest these would only make the test slow.
    monkeypatch.setattr(server, "SWEEP_SECONDS", 0.1)
    monkeypatch.setattr(server, "LOOK_SECONDS", 0.3)
    project = await make.project()
    await make.deploy(project, AGENT)
    make.use_model(Parrot())  # the service that opens sessions is a third node
    nodes = [await LightNode.start(make.resources, Parrot()) for _ in range(2)]
    world = World(make, project, messaging, nodes)
    yield world
    await asyncio.gather(*world.dead, *(node.close() for node in world.nodes))


@settings(
    max_examples=EXAMPLES if IS_LONG else 20,
    derandomize=not IS_LONG,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(steps=STEPS, streaming=st.booleans())
async def test_nothing_is_lost_doubled_or_out_of_order(
    world: World, steps: list[tuple[str, int, int]], streaming: bool
) -> None:
    opened = await open_session(world.http, world.make, world.project, streaming=streaming)
    query, journal = f"session_id={opened.session_id}&access_token={opened.access_token}", Journal()
    peers = [Peer(query, journal) for _ in range(3)]
    for place, peer in enumerate(peers):
        await peer.connect(world.nodes[place % 2], sends_again=False)
    await peers[0].send("REQUEST_POLY_AGENT_JOIN")
    # Without an agent nothing is answered.
    await settled(peers, lambda: not peers[0].outbox)
    for step in steps:
        await take(step, world, peers)
    await come_to_rest(world, peers)
    journal.check(answer_to, GREETING)


async def take(step: tuple[str, int, int], world: World, peers: list[Peer]) -> None:
    kind, number, place = step
    peer = peers[number % 3]
    match kind:
        case "say":
            await peer.send("USER_MESSAGE", {"text": f"word {next(peer.numbers)}"})
        case "again":
            await peer.send_again()
        case "drop":
            await peer.drop()
        case "connect":
            await peer.connect(world.nodes[place], sends_again=False)
        case "connect again":
            await peer.connect(world.nodes[place], sends_again=True)
        case "stall":
            peer.stall()
        case "kill":
            await world.kill(place, peers)
        case _:
            await asyncio.sleep(number / 1000)


async def come_to_rest(world: World, peers: list[Peer]) -> None:
    """Everybody is connected, what has no echo is sent again, all is answered; then the session ends."""
    for place, peer in enumerate(peers):
        peer.go_on()
        while not peer.is_connected:
            await peer.connect(world.nodes[place % 2], sends_again=True)
    await settled(peers, lambda: not any(peer.outbox for peer in peers), again=True)
    await settled(peers, lambda: all(is_up_to_date(peer) and peer.view.waiting == 0 for peer in peers))
    await peers[0].send("USER_END_SESSION")
    await settled(peers, lambda: all(peer.view.has_ended and not peer.is_connected for peer in peers))
    assert {peer.close_code for peer in peers} == {1000}


def is_up_to_date(peer: Peer) -> bool:
    return peer.view.cursor == max(peer.view.journal.events)


async def settled(peers: list[Peer], condition: Callable[[], bool], *, again: bool = False) -> None:
    rounds = 0

    async def holds() -> bool:
        nonlocal rounds
        rounds += 1
        assert not problems(peers), problems(peers)
        if again and rounds % 50 == 0:
            for peer in peers:
                await peer.send_again()
        return condition()

    await until(holds, SETTLED_SECONDS)
