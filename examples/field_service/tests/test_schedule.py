import datetime as dt

import pytest
from functions.calendar_words import local_now, say_window
from functions.people import cancelled, customer_by_account, customer_by_phone, keep_visit, visits_of
from functions.slots import Slot, free_slots, picked
from functions.triage import describes_a_problem, emergency_in, trade_in


@pytest.mark.parametrize("urgency", ["today", "this week", "flexible"])
@pytest.mark.parametrize("branch", ["lakeside", "coastal"])
def test_windows_are_in_working_hours_and_ahead_of_us(make_conv, urgency, branch):
    conv = make_conv(branch)
    slots = free_slots(conv, urgency=urgency, count=12)
    assert len(slots) == 12
    for slot in slots:
        assert slot.start > local_now(conv)
        assert slot.start.weekday() != 6
        assert slot.start.hour in ((8, 10) if slot.start.weekday() == 5 else (8, 10, 13, 15))


def test_the_next_offer_goes_on_where_the_last_one_stopped(make_conv):
    conv = make_conv()
    assert free_slots(conv, skip=2) == free_slots(conv, count=4)[2:]


def test_a_part_of_the_day_can_be_asked_for(make_conv):
    assert all(slot.start.hour >= 12 for slot in free_slots(make_conv(), part_of_day="afternoon"))


def window(day, hour):
    start = dt.datetime(2026, 5, day, hour, tzinfo=dt.UTC)
    return Slot(start, start + dt.timedelta(hours=2))


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("the first one", 0),
        ("the second one please", 1),
        ("Thursday", 1),
        ("at 8 am", 0),
        ("in the afternoon", 1),
        ("yes that works", 0),
        ("neither", None),
        ("no", None),
    ],
)
def test_a_choice_is_understood(words, place):
    offered = [window(13, 8), window(14, 13)]
    assert picked(words, offered) == (None if place is None else offered[place])


def test_windows_in_words():
    assert str(window(19, 8)) == "Tuesday, May 19, between 8 and 10 am"
    assert say_window(*(window(19, 10).start, window(19, 10).end)).endswith("between 10 am and 12 pm")


def test_customers_are_found_and_their_visits_can_be_cancelled(make_conv):
    conv, other = make_conv(), make_conv()
    dana = customer_by_phone("(312) 555-0142")
    assert dana == customer_by_account("bw-204817")
    [visit] = visits_of(conv, dana)
    keep_visit(conv, cancelled(visit))
    assert visits_of(conv, dana) == []
    assert [v.reference for v in visits_of(other, dana)] == [visit.reference]


@pytest.mark.parametrize(
    ("words", "trade", "emergency"),
    [
        ("my faucet is dripping", "plumbing", None),
        ("the radiator stays cold", "heating", None),
        ("an outlet is dead", "electrics", None),
        ("I smell gas near the boiler", "heating", "gas"),
        ("a pipe has burst", "plumbing", "flood"),
        ("sparks from the socket", "electrics", "electrical"),
        ("something hums", None, None),
    ],
)
def test_triage(words, trade, emergency):
    assert (trade_in(words), emergency_in(words)) == (trade, emergency)


def test_asking_for_a_trade_is_not_yet_a_problem():
    assert not describes_a_problem("I need a plumber")
    assert not describes_a_problem("Can you send an electrician please?")
    assert describes_a_problem("I need a plumber, my sink is blocked")
