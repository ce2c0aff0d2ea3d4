"""Answers from the database, against counting one by one: wherever counting of closed hours has got to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.domain.concurrency import series
from parley.domain.concurrency.jobs import count_closed_hours
from parley.domain.concurrency.model import WINDOW, Range, SeriesQuery, TooManyIntervals
from parley.domain.concurrency.series import read_series
from parley.domain.conversations import counted_hours
from parley.domain.conversations.counted_hours import GRACE
from parley.domain.conversations.model import Stage
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Database
from tests.domain.concurrency.past import HOUR, MIDNIGHT, MINUTE, Past, make_place, most_at_once, write

pytestmark = pytest.mark.io

NOW = MIDNIGHT + 15 * HOUR

steps = st.integers(0, 12 * 24).map(lambda halves: MIDNIGHT + halves * timedelta(seconds=150))
lengths = st.one_of(
    st.sampled_from([timedelta(0), WINDOW, 2 * HOUR, 2 * HOUR + MINUTE]),
    st.timedeltas(timedelta(0), 40 * MINUTE),
    st.timedeltas(timedelta(0), 9 * HOUR),
    st.none(),
)
VARIANTS = {"": "", "v1": "North", "v2": "North", "v3": "South %d \\ 'é'"}


@st.composite
def held(draw: st.DrawFn) -> Past:
    started, length, variant = draw(steps), draw(lengths), draw(st.sampled_from(sorted(VARIANTS)))
    return Past(
        started=started,
        ended=None if length is None else started + length,
        variant_id=variant,
        variant_name=VARIANTS[variant],
        language=draw(st.sampled_from(["", "en-GB", "en-US"])),
        number=draw(st.sampled_from(["", "+441", "+442"])),
        environment=draw(st.sampled_from(["live", "live", "live", "sandbox"])),
        early=draw(st.sampled_from([timedelta(0), 20 * MINUTE, HOUR])),
        sealed=draw(st.booleans()),
    )


@dataclass(frozen=True, slots=True)
class Case:
    pasts: list[Past]
    asked: list[dict[str, Any]]
    start: datetime
    end: datetime
    counted_until: datetime
    step: timedelta


cases = st.builds(
    Case,
    pasts=st.lists(held(), max_size=20),
    asked=st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "variant_id": st.sampled_from([*VARIANTS, "none such"]),
                "variant_name": st.sampled_from(["North", "South %d \\ 'é'"]),
                "language": st.sampled_from(["en-gb", "en-us"]),
                "number": st.sampled_from(["+441", "+442"]),
                "by_variant": st.booleans(),
            },
        ),
        min_size=1,
        max_size=3,
    ),
    start=st.integers(-24, 150).map(lambda windows: MIDNIGHT + windows * WINDOW),
    end=st.integers(151, 200).map(lambda windows: MIDNIGHT + windows * WINDOW),
    counted_until=st.integers(-1, 14).map(lambda hours: MIDNIGHT + hours * HOUR),
    step=st.sampled_from([HOUR, 5 * HOUR, 24 * HOUR]),
)


@given(cases)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
async def test_answers_are_what_counting_one_by_one_finds(db: Database, case: Case) -> None:
    """Conversations that run at the moment of counting end later; every kind of question then gets the same answer
    from hours, from what came since, and from both."""
    project = await make_place(db)
    counting_at = case.counted_until + GRACE
    ids = await write(db, project, [replace(past, ended=_known_at(counting_at, past)) for past in case.pasts])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted_hours, "STEP", case.step)
        await count_closed_hours(db, counting_at)
    async with db.transaction() as tx:
        await tx.executemany(
            "update conversations set ended_at = $2, record_bytes = case when $3 then 1 end where id = $1",
            [
                (row_id, past.ended, past.sealed and past.ended is not None)
                for row_id, past in zip(ids, case.pasts, strict=True)
            ],
        )
    for asked in case.asked:
        question = SeriesQuery(Stage(project.id, "live"), Range(case.start, case.end), **asked)
        assert await answer(db, question) == expected(case.pasts, question)
    async with db.transaction() as tx:
        await tx.execute("truncate conversations, concurrency_hours, concurrency_progress")


def _known_at(moment: datetime, past: Past) -> datetime | None:
    return past.ended if past.ended is not None and past.ended < moment else None


async def answer(db: Database, question: SeriesQuery, now: datetime = NOW) -> dict[tuple[str, str], list[int]]:
    found = await read_series(db, question, now)
    return {(each.variant_id, each.variant_name): each.peaks.tolist() for each in found}


def expected(pasts: list[Past], question: SeriesQuery) -> dict[tuple[str, str], list[int]]:
    meant = [past for past in pasts if past.is_meant_by(question)]
    if not question.by_variant:
        return {("", ""): most_at_once(meant, question.range, NOW)}
    lines = {
        (variant, name): most_at_once([past for past in meant if past.variant_id == variant], question.range, NOW)
        for variant, name in VARIANTS.items()
    }
    return {variant: line for variant, line in lines.items() if any(line)}


@pytest.fixture
async def project(db: Database) -> ProjectInfo:
    return await make_place(db)


def asked(project: ProjectInfo, hours: int, **filters: Any) -> SeriesQuery:
    return SeriesQuery(Stage(project.id, "live"), Range(MIDNIGHT, MIDNIGHT + hours * HOUR), **filters)


async def test_hours_that_were_counted_need_no_conversations(db: Database, project: ProjectInfo) -> None:
    await write(db, project, [Past(MIDNIGHT + MINUTE, MIDNIGHT + 2 * MINUTE, "v1", "North", "en-GB", "+441")])
    await count_closed_hours(db, MIDNIGHT + 2 * HOUR)
    async with db.transaction() as tx:
        await tx.execute("delete from conversations")
    facets: tuple[dict[str, Any], ...] = (
        {},
        {"variant_id": "v1"},
        {"variant_name": "North"},
        {"language": "en-gb"},
        {"number": "+441"},
        {"by_variant": True},
        {"by_variant": True, "variant_id": "v1"},
    )
    for filters in facets:
        [line] = (await answer(db, asked(project, 1, **filters))).values()
        assert line == [1, *[0] * 11], filters
    [combined] = (await answer(db, asked(project, 1, language="en-gb", number="+441"))).values()
    assert combined == [0] * 12, "nothing was counted for two filters together"


async def test_one_that_runs_is_counted_until_now(db: Database, project: ProjectInfo) -> None:
    await write(db, project, [Past(MIDNIGHT, None), Past(MIDNIGHT + 12 * MINUTE, None)])
    [line] = (await answer(db, asked(project, 1), now=MIDNIGHT + 21 * MINUTE)).values()
    assert line == [1, 1, 2, 2, 2, *[0] * 7]


@pytest.mark.parametrize("early", [timedelta(0), HOUR])
@pytest.mark.parametrize("length", [2 * HOUR, 2 * HOUR + timedelta(seconds=1), 100 * HOUR, None])
async def test_one_that_started_long_before_is_found(
    db: Database, project: ProjectInfo, early: timedelta, length: timedelta | None
) -> None:
    end = MIDNIGHT + timedelta(microseconds=1)
    started = end - (length or 100 * HOUR)
    ended = None if length is None else end
    await write(db, project, [Past(started, ended, early=early, sealed=sealed) for sealed in (True, False)])
    [line] = (await answer(db, asked(project, 1), now=end)).values()
    assert line == [2, *[0] * 11]


async def test_a_variant_has_its_newest_name(db: Database, project: ProjectInfo) -> None:
    old = Past(MIDNIGHT, MIDNIGHT + MINUTE, "v1", "Old")
    new = Past(MIDNIGHT + HOUR, MIDNIGHT + HOUR + MINUTE, "v1", "New")
    await write(db, project, [old, new])
    question = asked(project, 2, by_variant=True)
    assert list(await answer(db, question)) == [("v1", "New")]
    for hours in (1, 2):
        await count_closed_hours(db, MIDNIGHT + hours * HOUR + GRACE)
        assert list(await answer(db, question)) == [("v1", "New")]
    assert list(await answer(db, asked(project, 1, by_variant=True))) == [("v1", "Old")]


async def test_other_projects_and_environments_are_apart(db: Database, project: ProjectInfo) -> None:
    other = await make_place(db)
    span = (MIDNIGHT, MIDNIGHT + MINUTE)
    await write(db, other, [Past(*span)])
    await write(db, project, [Past(*span, environment="sandbox")])
    for _ in range(2):
        assert list((await answer(db, asked(project, 1))).values()) == [[0] * 12]
        sandbox = replace(asked(project, 1), stage=Stage(project.id, "sandbox"))
        assert list((await answer(db, sandbox)).values()) == [[1, *[0] * 11]]
        await count_closed_hours(db, MIDNIGHT + 2 * HOUR)


async def test_a_time_before_there_were_computers_is_empty(db: Database, project: ProjectInfo) -> None:
    await write(db, project, [Past(MIDNIGHT, MIDNIGHT + MINUTE)])
    early = datetime.fromisoformat("0001-01-01T00:00Z")
    for _ in range(2):
        question = SeriesQuery(Stage(project.id, "live"), Range(early, early + HOUR))
        assert list((await answer(db, question)).values()) == [[0] * 12]
        await count_closed_hours(db, MIDNIGHT + 2 * HOUR)


async def test_too_many_variants_are_refused_before_they_are_read(
    db: Database, project: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write(db, project, [Past(MIDNIGHT, MIDNIGHT + MINUTE, f"v{number}") for number in range(3)])
    await count_closed_hours(db, MIDNIGHT + 2 * HOUR)
    monkeypatch.setattr(series, "MOST_INTERVALS", 2 * 12)
    with pytest.raises(TooManyIntervals):
        await read_series(db, asked(project, 1, by_variant=True), NOW)
    assert len(await read_series(db, asked(project, 1, by_variant=True, variant_id="v1"), NOW)) == 1
