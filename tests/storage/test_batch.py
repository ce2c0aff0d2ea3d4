from __future__ import annotations

import asyncio
from collections.abc import Sequence

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.storage.batch import Batch, distinct_rounds
from tests.waiting import until


class Recorder:
    """Doubles numbers; refuses a batch with a 13 in it, as the database would, and breaks on 99."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def work(self, numbers: Sequence[int]) -> Sequence[int]:
        self.batches.append(list(numbers))
        await self.gate.wait()
        if 13 in numbers:
            raise asyncpg.UniqueViolationError("13")
        if 99 in numbers:
            raise RuntimeError("99")
        return [number * 2 for number in numbers]


async def gathered(batch: Batch[int, int], numbers: Sequence[int]) -> list[int | BaseException]:
    return list(await asyncio.gather(*(batch.add(number) for number in numbers), return_exceptions=True))


async def test_a_lone_item_does_not_wait() -> None:
    recorder = Recorder()
    assert await Batch(recorder.work).add(4) == 8
    assert recorder.batches == [[4]]


async def test_what_comes_meanwhile_goes_together() -> None:
    recorder = Recorder()
    recorder.gate.clear()
    batch = Batch(recorder.work, lanes=1)
    first = asyncio.create_task(batch.add(1))
    for _ in range(5):
        await asyncio.sleep(0)
    rest = asyncio.create_task(gathered(batch, [2, 3, 4]))
    for _ in range(5):
        await asyncio.sleep(0)
    recorder.gate.set()
    assert await first == 2
    assert await rest == [4, 6, 8]
    assert recorder.batches == [[1], [2, 3, 4]]


async def test_a_call_that_takes_long_holds_nobody_up() -> None:
    recorder = Recorder()
    recorder.gate.clear()
    batch = Batch(recorder.work)
    first = asyncio.create_task(batch.add(1))
    rest = asyncio.create_task(gathered(batch, [2, 3]))

    async def another_lane_is_open() -> bool:
        return len(recorder.batches) == 2

    await until(another_lane_is_open)
    recorder.gate.set()
    assert [await first, *await rest] == [2, 4, 6]


async def test_calls_that_do_not_take_long_follow_each_other() -> None:
    at_once, most = 0, 0

    async def work(numbers: Sequence[int]) -> Sequence[int]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0)
        at_once -= 1
        return numbers

    batch = Batch(work)
    for _ in range(20):
        assert await gathered(batch, [1, 2, 3]) == [1, 2, 3]
    assert most == 1


async def test_who_comes_just_as_a_lane_ends_is_not_forgotten() -> None:
    recorder = Recorder()
    recorder.gate.clear()
    batch = Batch(recorder.work, lanes=1)
    first = asyncio.create_task(batch.add(1))
    for _ in range(5):
        await asyncio.sleep(0)
    recorder.gate.set()  # the lane goes on, and ends, in the next round of the loop; then comes the second
    second = asyncio.create_task(batch.add(2))
    assert await asyncio.wait_for(second, 30) == 4
    assert await first == 2


async def test_batches_are_bounded() -> None:
    recorder = Recorder()
    assert await gathered(Batch(recorder.work, largest=3, lanes=1), range(7)) == [n * 2 for n in range(7)]
    assert max(map(len, recorder.batches)) == 3


async def test_only_the_guilty_one_fails() -> None:
    results = await gathered(Batch(Recorder().work, lanes=1), [1, 13, 2])
    assert results[0] == 2
    assert isinstance(results[1], asyncpg.UniqueViolationError)
    assert results[2] == 4


async def test_any_other_error_reaches_everyone_and_the_next_batch_works() -> None:
    batch = Batch(Recorder().work, lanes=1)
    assert all(isinstance(result, RuntimeError) for result in await gathered(batch, [1, 99]))
    assert await batch.add(5) == 10


async def test_nobody_waits_for_ever_when_a_lone_item_is_refused() -> None:
    with pytest.raises(asyncpg.UniqueViolationError):
        await Batch(Recorder().work).add(13)


async def test_no_call_is_made_for_nothing_when_another_lane_takes_the_rest() -> None:
    gates: dict[tuple[int, ...], asyncio.Event] = {}
    """By items: what was called, in its order, and may go on when its gate opens."""

    async def work(numbers: Sequence[int]) -> Sequence[int]:
        gate = gates[tuple(numbers)] = asyncio.Event()
        await gate.wait()
        if 13 in numbers:
            raise asyncpg.UniqueViolationError("13")
        return numbers

    async def begun(*numbers: int) -> None:
        async def is_called() -> bool:
            return numbers in gates

        await until(is_called)

    batch = Batch(work)
    first = asyncio.create_task(batch.add(0))
    await begun(0)
    rest = asyncio.create_task(gathered(batch, [1, 13, 2]))
    await begun(1, 13, 2)
    gates[1, 13, 2].set()
    await begun(1)
    gates[0,].set()
    await begun(13, 2)
    gates[1,].set()
    assert await first == 0
    for _ in range(5):
        await asyncio.sleep(0)
    assert () not in gates
    gates[13, 2].set()
    for number in (13, 2):
        await begun(number)
        gates[number,].set()
    one, refused, two = await rest
    assert (one, two) == (1, 2)
    assert isinstance(refused, asyncpg.UniqueViolationError)


@given(st.lists(st.integers(0, 5)))
def test_rounds_have_every_place_once_and_no_key_twice(keys: list[int]) -> None:
    rounds = list(distinct_rounds(keys))
    assert sorted(place for places in rounds for place in places) == list(range(len(keys)))
    for places in rounds:
        assert len({keys[place] for place in places}) == len(places) > 0
    for key in set(keys):
        assert sorted(own := [place for places in rounds for place in places if keys[place] == key]) == own
