"""A pool against a model of it: whatever callers, calls and time do, both say the same. Nobody waits: every moment is
given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.domain.reservations.jobs import forget_expired
from parley.storage.db import Database
from tests.domain.reservations.pools import Numbers, minute, number

pytestmark = pytest.mark.io

SIZE = 3
WINDOW = 15
"""Minutes."""


@dataclass(slots=True)
class Line:
    """A number as it should be. Moments are minutes; `free_since` is the last in which it was busy."""

    until: int = -1
    """The end of the window; a call that used the number closed it."""
    free_since: int = -1
    caller: int | None = None
    """Who reserved it, as long as that is known."""
    call: UUID | None = None

    def is_free(self, now: int) -> bool:
        return self.call is None and self.until <= now


@dataclass(slots=True)
class Model:
    desk: Numbers
    lines: dict[str, Line] = field(default_factory=lambda: {number(index): Line() for index in range(SIZE)})
    now: int = 0
    callers: int = 0

    async def reserve(self) -> None:
        self.callers += 1
        free = [(line.free_since, text) for text, line in self.lines.items() if line.is_free(self.now)]
        expected = min(free)[1] if free else None
        found = await self.desk.reserve(self.now, {"caller": self.callers})
        assert (found and found.number) == expected
        if expected is not None:
            until = self.now + WINDOW
            self.lines[expected] = Line(until, until, self.callers)

    async def dial(self, index: int) -> None:
        line = self.lines[number(index)]
        found = await self.desk.dial(number(index), self.now)
        if line.call is not None or line.until <= self.now:
            assert found is None
            return
        assert found is not None
        assert found.attributes == {"caller": line.caller}
        line.call, line.until, line.caller = found.call_id, self.now, None

    async def hang_up(self, index: int, release: bool) -> None:
        line = self.lines[number(index)]
        if line.call is not None:
            await self.desk.end(line.call, self.now, release=release)
            line.call, line.free_since = None, self.now

    async def forget(self) -> None:
        expired = [line for line in self.lines.values() if line.caller is not None and line.until <= self.now]
        assert await forget_expired(self.desk.db, minute(self.now)) == len(expired)
        for line in expired:
            line.caller = None

    async def let_time_pass(self, minutes: int) -> None:
        self.now += minutes

    async def agrees(self) -> None:
        known = {text: {"caller": line.caller} for text, line in self.lines.items() if line.caller is not None}
        assert await self.desk.kept() == known


indexes = st.integers(0, SIZE - 1)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("reserve")),
        st.tuples(st.just("dial"), indexes),
        st.tuples(st.just("hang_up"), indexes, st.booleans()),
        st.tuples(st.just("let_time_pass"), st.sampled_from([1, 5, WINDOW - 1, WINDOW, WINDOW + 1])),
        st.tuples(st.just("forget")),
    ),
    max_size=25,
)


@given(steps)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
async def test_a_pool_does_what_the_model_says(db: Database, steps: list[tuple[Any, ...]]) -> None:
    async with db.transaction() as tx:
        await tx.execute("delete from accounts")
    model = Model(await Numbers.with_pool(db, SIZE))
    for name, *arguments in steps:
        await getattr(model, name)(*arguments)
        await model.agrees()
