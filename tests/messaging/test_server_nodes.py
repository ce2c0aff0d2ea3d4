"""Several nodes serve one session: clients at all of them are told the same, and survive the end of any."""

from __future__ import annotations

import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Answer, Say, ScriptedModel
from tests.contract import ContractClient
from tests.fake_openai import FakeOpenAI, Pause, fake_openai, words
from tests.make import Make
from tests.messaging.nodes import AGENT, Node, NodeProcess, node, node_processes
from tests.messaging_client import MessagingClient, open_session

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

MOVED_SECONDS = 5.0
"""From the signal to the node. A third of a second on two cores where seven processes want to run; the promise is one
second, and the rest is for a machine that runs other tests as well."""


@pytest.fixture(name="nodes")
async def _nodes(dsn: str, tmp_path: Path) -> AsyncIterator[tuple[Node, Node]]:
    async with node(dsn, tmp_path) as one, node(dsn, tmp_path) as two:
        yield one, two


async def test_clients_at_both_nodes_are_told_the_same(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    project = await one.make.project()
    await one.make.deploy(project, AGENT)
    for each in nodes:
        each.make.use_model(ScriptedModel([Answer((Say("We open at nine."),), repeat=True)]))
    here = await (await open_session(one.client, one.make, project)).connect()
    there = await here.copy(two.url).connect()
    await there.next("SESSION_START")
    await here.join()
    await there.next("POLY_AGENT_MESSAGE")
    for turn, speaker in enumerate((here, there, there, here, there), 2):
        await speaker.say(f"When do you open? {turn}")
        for listener in (here, there):
            await listener.next("POLY_AGENT_MESSAGE", turn)
    # Not waited for, one after the other, from both sides.
    for turn in range(4):
        await (here, there)[turn % 2].say(f"And then? {turn}")
    for listener in (here, there):
        await listener.next("POLY_AGENT_MESSAGE", 10)
        assert listener.journaled == list(range(1, 2 + 1 + 2 + 9 * 2))
        assert len(listener.frames) == len(listener.events), "nothing was told twice"
    assert [each["id"] for each in journaled(here)] == [each["id"] for each in journaled(there)]
    for listener in (here, there):
        assert_thinking_is_between(listener)
        await listener.send("USER_END_SESSION") if listener is here else None
        assert (await listener.next("SESSION_END"))["payload"] == {"reason": "REASON_USER_END"}
        assert await listener.closed() == 1000


def journaled(client: MessagingClient) -> list[dict[str, object]]:
    return [event for event in client.events if event["sequence"] is not None]


def assert_thinking_is_between(client: MessagingClient) -> None:
    """The agent thinks while somebody waits for it, and at no other time; some of it may be missed, not all."""
    waiting = 0
    for kind in client.kinds:
        if kind in ("USER_MESSAGE", "REQUEST_POLY_AGENT_JOIN"):
            waiting += 1
        elif kind == "POLY_AGENT_MESSAGE":
            waiting -= 1
        elif kind == "POLY_AGENT_THINKING":
            assert waiting, client.kinds
    assert client.of("POLY_AGENT_THINKING")


@pytest.fixture(name="model")
async def _model() -> AsyncIterator[FakeOpenAI]:
    async with fake_openai() as server:
        yield server


@pytest.fixture(name="processes")
async def _processes(dsn: str, data_folder: Path, model: FakeOpenAI) -> AsyncIterator[list[NodeProcess]]:
    env = {"PARLEY_LLM_BASE_URL": model.url, "PARLEY_LLM_API_KEY": "sk", "PARLEY_LLM_MODEL": "big"}
    async with node_processes(2, dsn, data_folder, env) as started:
        yield started


async def test_a_node_that_is_killed_in_the_middle_of_a_reply(
    processes: list[NodeProcess], make: Make, model: FakeOpenAI
) -> None:
    """Its clients go on at the other one, with the very reply that was begun."""
    text = "We open at nine and close at five."
    mine, other = await two_clients(processes[0], make)
    model.plays(words(text, pause=Pause(b" nine")), words(text))
    await mine.say("When do you open?")
    await mine.told(lambda: spoken(mine).startswith("We"))
    killed = time.monotonic()
    processes[0].instance.process.send_signal(signal.SIGKILL)
    for client in (mine, other):
        assert await client.closed() == 1006
    for client in (mine, other):
        client.url = processes[1].url
        await client.connect()
    for client in (mine, other):
        await client.told(partial(has_heard, client, text))
    assert time.monotonic() - killed < MOVED_SECONDS
    await mine.say("Thanks")
    model.plays(otherwise=words("You are welcome."))
    for client in (mine, other):
        await client.told(partial(has_heard, client, "You are welcome."))
        assert client.replies() == [("Hello!", True), (text, True), ("You are welcome.", True)]
        assert client.journaled == list(range(1, client.cursor + 1))
        await client.aclose()


async def test_a_node_that_drains_sends_its_clients_away_and_finishes_what_it_began(
    processes: list[NodeProcess], make: Make, model: FakeOpenAI
) -> None:
    text = "We open at nine and close at five."
    mine, other = await two_clients(processes[0], make)
    pause = Pause(b" nine")
    model.plays(words(text, pause=pause))
    await mine.say("When do you open?")
    await mine.told(lambda: spoken(mine).startswith("We"))
    asked_to_stop = time.monotonic()
    processes[0].instance.process.send_signal(signal.SIGTERM)
    for client in (mine, other):
        assert await client.closed() not in (1000, 4001, None)
        known = len(client.frames)
        client.url = processes[1].url
        await client.connect()
        await client.told(partial(has_more, client, known))
    assert time.monotonic() - asked_to_stop < MOVED_SECONDS
    assert not processes[0].instance.has_ended()
    pause.over.set()
    for client in (mine, other):
        await client.told(partial(has_heard, client, text))
        assert client.journaled == list(range(1, client.cursor + 1))
        await client.aclose()
    assert await processes[0].instance.until_ended() == 0
    assert "Traceback" not in processes[0].instance.stderr
    assert len(model.requests) == 1


async def two_clients(at: NodeProcess, make: Make) -> tuple[MessagingClient, MessagingClient]:
    """Of one session with an agent that has said hello."""
    project: ProjectInfo = await make.project()
    await make.deploy(project, AGENT)
    async with ContractClient(at.url, "messaging") as http:
        mine = await (await open_session(http, make, project, streaming=True)).connect()
    other = await mine.copy().connect()
    await mine.send("REQUEST_POLY_AGENT_JOIN")
    for client in (mine, other):
        await client.told(partial(has_heard, client, "Hello!"))
    return mine, other


def has_heard(client: MessagingClient, text: str) -> bool:
    return (text, True) in client.replies()


def has_more(client: MessagingClient, known: int) -> bool:
    """Frames than before."""
    return len(client.frames) > known


def spoken(client: MessagingClient) -> str:
    return client.replies()[-1][0] if client.replies() else ""
