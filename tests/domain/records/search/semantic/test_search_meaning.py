"""With the model of this package, conversations are found by what they are about, in other words than were spoken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from parley.domain.records.model import Filters
from parley.domain.records.search.matches import match_meaning
from parley.resources import Resources
from parley.worker.run import Worker
from tests.domain.records.rows import Rows, new_project
from tests.domain.records.vector_rows import embed_queued
from tests.waiting import until

pytestmark = pytest.mark.io

Said = Sequence[tuple[str, str]]

OPENING = ("", "Thank you for calling, this call may be recorded. How can I help you today?")
SMALL_TALK = (
    ("my name is Anna Brown", "Thank you, Anna. And the best number to reach you?"),
    ("555 2040 118", "I have noted that. Is that right?"),
    ("yes that is right", "Perfect, one moment please."),
)
FAREWELL = ("no that's all, bye", "Thank you for calling. Goodbye!")

MATTERS: dict[str, tuple[str, str]] = {
    "refund": ("I want my money back for the jacket", "We pay the price back to your card within five days."),
    "damaged": ("the vase came in pieces", "I am sorry that it broke. We will send you a new one."),
    "late parcel": ("my parcel should have come on Monday", "The carrier is running two days behind schedule."),
    "password": ("I cannot log in any more", "I have sent you a link to choose a new password."),
    "opening": ("are you open on Sundays", "On Sundays we are open from ten to four."),
    "allergy": ("is there any nut in the carrot cake", "The carrot cake contains walnuts and almonds."),
    "table": ("a table for six on Friday night", "I have booked it for eight o'clock."),
    "cancel": ("I have to call off my appointment tomorrow", "It is cancelled; there is no charge."),
    "leak": ("water is dripping from under the sink", "A plumber can be there this afternoon."),
    "power": ("half of the house has no electricity", "Please switch the breaker off and on again."),
    "flight": ("I missed my connection in Madrid", "The next plane leaves at six; I have put you on it."),
    "luggage": ("my suitcase did not arrive", "It is still in Lisbon and will be brought to your hotel."),
    "card": ("somebody stole my credit card", "I have blocked it, and a new one is on its way."),
    "loan": ("what would a mortgage for a flat cost me", "At the present rate about nine hundred a month."),
    "vaccine": ("my daughter needs her measles shot", "The nurse has time on Thursday at nine."),
    "glasses": ("I sat on my spectacles", "Bring them in and we will bend the frame back."),
}
ASKED = {
    "reimbursement of a purchase": "refund",
    "something was broken when it was delivered": "damaged",
    "delivery is delayed": "late parcel",
    "trouble signing in to the account": "password",
    "weekend business hours": "opening",
    "food ingredients that make people ill": "allergy",
    "dinner reservation": "table",
    "customer no longer wants to come": "cancel",
    "plumbing problem in the kitchen": "leak",
    "lights do not work": "power",
    "rebooked onto another plane": "flight",
    "lost baggage": "luggage",
    "theft": "card",
    "borrowing money to buy a home": "loan",
    "immunisation of a child": "vaccine",
    "eyewear repair": "glasses",
}


@pytest.fixture
async def rows(resources: Resources) -> Rows:
    return Rows(resources.db, await new_project(resources.db))


def a_call(matter: str, small_talk: int) -> Said:
    return (OPENING, *SMALL_TALK[:small_talk], MATTERS[matter], FAREWELL)


async def test_other_words_find_what_was_meant(resources: Resources, rows: Rows) -> None:
    subjects = {}
    for number, matter in enumerate(MATTERS):
        for small_talk in (number % 4, (number + 2) % 4):
            subjects[await rows.add(said=a_call(matter, small_talk))] = matter
    await embed_queued(resources.db, resources.semantic.embedder)
    filters = Filters(rows.project.id, "live")
    first, both = 0, 0
    for query, matter in ASKED.items():
        found = [subjects[each.id] for each in (await resources.semantic.find(filters, query, 2)).records]
        first += found[0] == matter
        both += found == [matter, matter]
    assert first >= 0.9 * len(ASKED)
    assert both >= 0.8 * len(ASKED)


async def test_the_nearest_turn_is_told(resources: Resources, rows: Rows) -> None:
    said = a_call("leak", 2)
    found = await rows.add(said=said)
    await embed_queued(resources.db, resources.semantic.embedder)
    match = (
        await match_meaning(resources.db, resources.semantic, "water on the floor from a burst pipe", {found: 0.5})
    )[found]
    assert (match.score, match.turn) == (0.5, said.index(MATTERS["leak"]))


async def test_a_finished_conversation_is_found_within_seconds(resources: Resources, rows: Rows) -> None:
    """By a worker as it runs everywhere: nobody asks for the embedding."""
    stop = asyncio.Event()
    working = asyncio.create_task(Worker(resources).run(stop))
    leak = await rows.add(said=a_call("leak", 2))
    await rows.add(said=a_call("loan", 2))
    now = datetime.now(UTC)
    filters = Filters(rows.project.id, "live", start=now - timedelta(days=1), end=now)

    async def is_found() -> bool:
        found = (await resources.semantic.find(filters, "broken pipe", 5)).records
        return len(found) == 2 and found[0].id == leak

    await until(is_found, seconds=20)
    stop.set()
    await working
