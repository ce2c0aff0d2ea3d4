from _gen import *  # <AUTO GENERATED>
import datetime as dt
import zlib
from collections import OrderedDict
from dataclasses import dataclass, replace

from functions.dates import local_now
from functions.opening import can_arrive, is_past

# The mock back end. Three things stand in for a real reservation system: a seating that is always full (so that the
# way to other times can be tried), a few bookings that always exist, and a ledger of the bookings made since the start.

ALWAYS_FULL = {"harbour": dt.time(20, 0), "old_town": dt.time(19, 30), "riverside": dt.time(20, 30)}
LEDGER_SIZE = 1000
_ledger: "OrderedDict[str, Booking]" = OrderedDict()


@dataclass(frozen=True)
class Booking:
    reference: str
    branch: str
    day: dt.date
    time: dt.time
    party_size: int
    name: str
    phone: str
    status: str = "booked"


# reference, name, phone, branch, weekday (0 = Monday) or None for tomorrow, time, people
_STANDING = (
    ("OE10234", "Ana Morales", "+442079460155", "harbour", 4, dt.time(19, 0), 2),
    ("OE10587", "Tom Becker", "+442079460156", "old_town", 5, dt.time(18, 30), 4),
    ("OE11862", "Priya Nair", "+442079460157", "riverside", 6, dt.time(13, 0), 6),
    ("OE12001", "Lucas Moreau", "+442079460158", "harbour", 3, dt.time(20, 30), 3),
    ("OE13370", "Grace Okafor", "+442079460159", "harbour", None, dt.time(12, 30), 4),
)


@func_description("Utility module: the book of tables. Never called by the model.")
def booking_book(conv: Conversation):
    return "Utility module."


def table_is_free(conv, day, time, party_size):
    if party_size > largest_table(conv) or is_past(conv, day, time) or not can_arrive(conv, day, time):
        return False
    return ALWAYS_FULL.get(conv.variant_name) != time


def other_times(conv, day, time, party_size, limit=2):
    """The free times nearest to the one that was asked for, earliest first."""
    wanted = dt.datetime.combine(day, time)
    near = (wanted + dt.timedelta(minutes=minutes) for minutes in (-30, 30, -60, 60, -90, 90))
    free = [at.time() for at in near if at.date() == day and table_is_free(conv, day, at.time(), party_size)]
    return sorted(free[:limit])


def largest_table(conv):
    return int(conv.variant.max_party_size or 8)


def make(conv, day, time, party_size, name, phone):
    """Writes a new booking into the ledger. The same request gives the same reference."""
    request = f"{conv.variant_name}|{day}|{time}|{party_size}|{name}|{phone}"
    reference = f"OE{20000 + zlib.crc32(request.encode()) % 80000}"
    return _keep(conv, Booking(reference, conv.variant_name, day, time, party_size, name, phone))


def move(conv, booking, day, time, party_size):
    return _keep(conv, replace(booking, day=day, time=time, party_size=party_size))


def cancel(conv, booking):
    return _keep(conv, replace(booking, status="cancelled"))


def by_reference(conv, reference):
    wanted = "".join(filter(str.isalnum, reference or "")).upper()
    return next((booking for booking in _all(conv) if booking.reference == wanted), None)


def by_phone(conv, phone):
    digits = _last_digits(phone)
    return next((b for b in _all(conv) if digits and _last_digits(b.phone) == digits and b.status == "booked"), None)


def _keep(conv, booking):
    # A standing booking changes for this conversation only, so that a demonstration can be repeated.
    conv.state.changed_bookings = {**(conv.state.changed_bookings or {}), booking.reference: booking}
    if booking.reference not in {row[0] for row in _STANDING}:
        _ledger[booking.reference] = booking
        while len(_ledger) > LEDGER_SIZE:
            _ledger.popitem(last=False)
    return booking


def _all(conv):
    found = {booking.reference: booking for booking in _standing(conv)}
    return {**found, **_ledger, **(conv.state.changed_bookings or {})}.values()


def _standing(conv):
    today = local_now(conv).date()
    for reference, name, phone, branch, weekday, time, party_size in _STANDING:
        day = today + dt.timedelta(days=1) if weekday is None else _next_weekday(today, weekday)
        yield Booking(reference, branch, day, time, party_size, name, phone)


def _next_weekday(today, weekday):
    soonest = today + dt.timedelta(days=3)
    return soonest + dt.timedelta(days=(weekday - soonest.weekday()) % 7)


def _last_digits(phone):
    return "".join(filter(str.isdigit, phone or ""))[-9:]
