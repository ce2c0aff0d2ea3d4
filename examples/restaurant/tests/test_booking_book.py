import datetime as dt

import pytest
from functions import booking_book as book
from functions.dates import local_now, parse_date, parse_time, say_date, say_time
from functions.menu import allergen_in, dish_in
from functions.opening import can_arrive, hours_on

SEVEN = dt.time(19, 0)


def next_day(conv, weekday):
    today = local_now(conv).date() + dt.timedelta(days=1)
    return today + dt.timedelta(days=(weekday - today.weekday()) % 7)


@pytest.mark.parametrize(("branch", "closed"), [("harbour", None), ("old_town", 0), ("riverside", 1)])
def test_each_restaurant_has_its_own_week(make_conv, branch, closed):
    conv = make_conv(branch)
    shut = {day.weekday() for day in (next_day(conv, n) for n in range(7)) if hours_on(conv, day) is None}
    assert shut == (set() if closed is None else {closed})


def test_a_closed_date_closes_every_restaurant(make_conv):
    conv = make_conv()
    friday = next_day(conv, 4)
    assert hours_on(conv, friday)
    conv.real_time_config["closed_dates"] = [friday.isoformat()]
    assert hours_on(conv, friday) is None


def test_the_kitchen_stops_an_hour_before_closing(make_conv):
    conv = make_conv()
    sunday = next_day(conv, 6)
    assert can_arrive(conv, sunday, dt.time(20, 0))
    assert not can_arrive(conv, sunday, dt.time(20, 15))


def test_one_seating_is_always_full_and_has_neighbours(make_conv):
    conv = make_conv()
    friday = next_day(conv, 4)
    assert not book.table_is_free(conv, friday, dt.time(20, 0), 2)
    assert book.other_times(conv, friday, dt.time(20, 0), 2) == [dt.time(19, 30), dt.time(20, 30)]


def test_a_large_party_gets_no_table(make_conv):
    conv = make_conv("old_town")
    assert book.table_is_free(conv, next_day(conv, 5), SEVEN, 6)
    assert not book.table_is_free(conv, next_day(conv, 5), SEVEN, 7)


def test_a_new_booking_is_found_again_by_another_guest_of_the_same_process(make_conv):
    conv, other = make_conv(), make_conv()
    made = book.make(conv, next_day(conv, 4), SEVEN, 2, "Ana", "+442079460133")
    assert book.by_reference(other, made.reference.lower()) == made
    assert book.by_phone(other, "020 7946 0133") == made


def test_cancelling_a_standing_booking_concerns_one_conversation_only(make_conv):
    conv, other = make_conv(), make_conv()
    book.cancel(conv, book.by_reference(conv, "OE10234"))
    assert book.by_reference(conv, "OE 10234").status == "cancelled"
    assert book.by_reference(other, "OE10234").status == "booked"


def test_moving_keeps_the_reference(make_conv):
    conv = make_conv()
    booking = book.by_reference(conv, "OE12001")
    moved = book.move(conv, booking, booking.day, SEVEN, 5)
    assert (moved.reference, moved.time, moved.party_size) == ("OE12001", SEVEN, 5)


def test_dates_and_times_are_read_and_said(make_conv):
    assert parse_date("2026-05-15") == dt.date(2026, 5, 15)
    assert parse_date("soon") is None
    assert parse_time("7:30 pm") == dt.time(19, 30)
    day = dt.date(2026, 5, 15)
    assert say_date(make_conv(), day) == "Friday 15 May"
    assert say_date(make_conv(language="es-ES"), day) == "viernes 15 de mayo"
    assert [say_time(make_conv(), t) for t in (SEVEN, dt.time(12, 30))] == ["7 pm", "12:30 pm"]


def test_dishes_and_allergens_are_recognised():
    assert dish_in("what is in the burrata?").contains == ("milk",)
    assert allergen_in("I am coeliac") == "gluten"
    assert dish_in("sushi") is None
