"""An account that floods waits in its own queue; the others go on as if it were not there."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.protocol import Piece, Request, Text
from parley.web import fairness
from parley.web.fairness import SHARED_SLOTS, Fairness, TooManyRequestsAtOnce
from tests.contract import ContractClient
from tests.make import Make
from tests.web.flood import Connection

CHATS = int(os.environ.get("FLOOD_CHATS", "150"))
TURNS = int(os.environ.get("FLOOD_TURNS", "40"))
RATIO = 16.0
"""Another tenant's median turn while one floods, beside its median turn alone: 4 to 7 where nothing else runs, twice
that beside another test on two processors. Without queues it is above 40."""


def test_an_account_alone_is_never_held() -> None:
    async def check() -> None:
        fairness = Fairness(10)
        for _ in range(1000):
            await fairness.enter("one")
        assert fairness.waiting == 0
        for _ in range(1000):
            fairness.leave("one")
        assert fairness._queues == {}, "nothing is kept of accounts that have nothing under way"

    asyncio.run(check())


class Late(Fairness):
    """As if the loop ran late."""

    def _is_contended(self) -> bool:
        return True


def test_whoever_is_above_their_share_waits_and_others_do_not() -> None:
    async def check() -> None:
        fairness = Late(100)
        crowd = [asyncio.create_task(fairness.enter("flooding")) for _ in range(50)]
        await asyncio.sleep(0)
        assert fairness._queues["flooding"].running == SHARED_SLOTS
        await asyncio.wait_for(fairness.enter("quiet"), 30)
        entered = sum(task.done() for task in crowd)
        fairness.leave("flooding")
        await asyncio.sleep(0)
        assert sum(task.done() for task in crowd) == entered, "now two share the places"
        fairness.leave("quiet")
        for _ in range(49):
            fairness.leave("flooding")
            await asyncio.sleep(0)
        assert all(task.done() for task in crowd)
        assert fairness._queues == {}

    asyncio.run(check())


def test_two_that_flood_share_evenly() -> None:
    async def check() -> None:
        fairness = Late(100)
        crowds = {name: [asyncio.create_task(fairness.enter(name)) for _ in range(40)] for name in ("one", "two")}
        await asyncio.sleep(0)
        for _ in range(30):
            for name in crowds:
                fairness.leave(name)
            await asyncio.sleep(0)
        done = {name: sum(task.done() for task in crowd) for name, crowd in crowds.items()}
        assert abs(done["one"] - done["two"]) <= SHARED_SLOTS
        for task in [*crowds["one"], *crowds["two"]]:
            task.cancel()

    asyncio.run(check())


@pytest.mark.slow
def test_too_many_that_wait_are_told_to_come_back() -> None:
    async def check() -> None:
        fairness = Late(5)
        crowd = [asyncio.create_task(fairness.enter("flooding")) for _ in range(SHARED_SLOTS + 5)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequestsAtOnce) as refused:
            await fairness.enter("flooding")
        assert refused.value.headers["Retry-After"] == "1"
        await fairness.enter("quiet")
        for task in crowd:
            task.cancel()

    asyncio.run(check())


def test_who_gives_up_waiting_leaves_no_trace() -> None:
    async def check() -> None:
        fairness = Late(100)
        crowd = [asyncio.create_task(fairness.enter("flooding")) for _ in range(SHARED_SLOTS + 2)]
        await asyncio.sleep(0)
        crowd[-2].cancel()
        await asyncio.gather(crowd[-2], return_exceptions=True)
        assert fairness.waiting == 1
        crowd[-1].cancel()
        fairness.leave("flooding")  # cancelled, and passed over in the same round
        with pytest.raises(asyncio.CancelledError):
            await crowd[-1]
        assert fairness.waiting == 0
        assert fairness._queues["flooding"].running == SHARED_SLOTS - 1

    asyncio.run(check())


@pytest.mark.parametrize("is_let_in_first", [True, False])
def test_the_place_of_who_gives_up_goes_to_the_next(is_let_in_first: bool) -> None:
    async def check() -> None:
        fairness = Late(100)
        crowd = [asyncio.create_task(fairness.enter("flooding")) for _ in range(SHARED_SLOTS + 2)]
        await asyncio.sleep(0)
        if is_let_in_first:
            fairness.leave("flooding")
        crowd[-2].cancel()
        if not is_let_in_first:
            fairness.leave("flooding")
        with pytest.raises(asyncio.CancelledError):
            await crowd[-2]
        await asyncio.wait_for(crowd[-1], 30)
        assert fairness._queues["flooding"].running == SHARED_SLOTS
        for _ in range(SHARED_SLOTS):
            fairness.leave("flooding")
        assert fairness._queues == {}

    asyncio.run(check())


def test_an_account_whose_last_requests_give_up_is_forgotten() -> None:
    """Else it would have a share for ever, of what the others have."""

    async def check() -> None:
        fairness = Late(100)
        crowd = [asyncio.create_task(fairness.enter("flooding")) for _ in range(SHARED_SLOTS + 2)]
        await asyncio.sleep(0)
        for task in crowd[-2:]:
            task.cancel()
        for _ in range(SHARED_SLOTS):
            fairness.leave("flooding")
        assert [type(end) for end in await asyncio.gather(*crowd[-2:], return_exceptions=True)] == [
            asyncio.CancelledError,
            asyncio.CancelledError,
        ]
        assert fairness._queues == {}

    asyncio.run(check())


@pytest.mark.slow
def test_turns_that_wait_for_a_model_are_not_held_back() -> None:
    """The loop keeps up: however many wait, they go on."""

    async def check() -> None:
        fairness = Fairness(1000)
        fairness._lateness = 1.0
        for name in ("one", "two"):
            await fairness.enter(name)
        crowd = [asyncio.create_task(fairness.enter("one")) for _ in range(60)]
        await asyncio.wait_for(asyncio.gather(*crowd), 30)

    asyncio.run(check())


class Nothing:
    async def enter(self, _account: str) -> None:
        pass

    def leave(self, _account: str) -> None:
        pass


@pytest.mark.slow
def test_it_costs_next_to_nothing() -> None:
    """A microsecond, which says little of another machine: beside calls that do nothing."""

    async def seconds(gate: Fairness | Nothing) -> float:
        began = time.process_time()
        for _ in range(5_000):
            await gate.enter("one")
            gate.leave("one")
        return time.process_time() - began

    def least(gate: Fairness | Nothing) -> float:
        return min(asyncio.run(seconds(gate)) for _ in range(5))

    assert least(Fairness(10)) < 60 * least(Nothing())


# Over HTTP


class AtOnce:
    """A model that says the same at once: what is measured is everything around it."""

    async def stream(self, _request: Request) -> AsyncIterator[Piece]:
        yield Text("Certainly, I can help you with that.")


@pytest.fixture
def chatty(make: Make) -> None:
    make.use_model(AtOnce())


async def opened(platform: ContractClient, make: Make, count: int) -> tuple[ProjectInfo, dict[str, str], list[str]]:
    project_info = await make.project()
    await make.deploy(project_info, {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"})
    headers = await make.chat_headers(project_info)
    connection = Connection(int(platform.url.rpartition(":")[2]), headers)
    path = f"/v1/{project_info.account_id}/{project_info.id}/chat/create"
    answers = [await connection.send("POST", path) for _ in range(count)]
    return project_info, headers, [json.loads(body)["conversation_id"] for _status, body in answers]


@asynccontextmanager
async def flooded(
    port: int, project_info: ProjectInfo, headers: dict[str, str], conversations: list[str]
) -> AsyncIterator[None]:
    path = f"/v1/{project_info.account_id}/{project_info.id}/chat/respond"
    arguments = (str(port), path, json.dumps(headers), json.dumps(conversations))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.web.flood", *arguments, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 60) == b"flooding\n"
        yield
    finally:
        process.kill()
        await process.wait()


async def turns(port: int, project_info: ProjectInfo, headers: dict[str, str], conversation: str) -> float:
    """The median of turns taken one after the other, in seconds."""
    connection, took = Connection(port, headers), []
    for _ in range(TURNS):
        began = time.perf_counter()
        path = f"/v1/{project_info.account_id}/{project_info.id}/chat/respond"
        status, body = await connection.send("POST", path, {"conversation_id": conversation, "message": "hello"})
        took.append(time.perf_counter() - began)
        assert status == 200, body
    return statistics.median(took)


@pytest.mark.usefixtures("chatty")
@pytest.mark.xdist_group("measured")
async def test_a_flood_of_one_tenant_leaves_the_turns_of_another(platform: ContractClient, make: Make) -> None:
    port = int(platform.url.rpartition(":")[2])
    quiet, quiet_headers, (conversation,) = await opened(platform, make, 1)
    loud, loud_headers, conversations = await opened(platform, make, CHATS)
    ratios = []
    for _ in range(3):  # the best of three: what else the machine does is not what is measured
        alone = await turns(port, quiet, quiet_headers, conversation)
        async with flooded(port, loud, loud_headers, conversations):
            beside = await turns(port, quiet, quiet_headers, conversation)
        ratios.append(beside / alone)
        print(f"alone {alone * 1000:.1f} ms, beside a flood {beside * 1000:.1f} ms: {beside / alone:.1f}")
        if ratios[-1] <= RATIO:
            break
    assert min(ratios) <= RATIO, ratios
    assert fairness._held._value.get() > 0, "the flood was held back, not absent"
