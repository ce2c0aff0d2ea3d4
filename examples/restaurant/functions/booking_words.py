from _gen import *  # <AUTO GENERATED>
from typing import Any

from functions.dates import say_date, say_time
from functions.utterances import line


@func_description("Utility module: bookings in words. Never called by the model.")
def booking_words(conv: Conversation):
    return "Utility module."


def spoken(conv, key, day, time, party_size, **more):
    """A line about a table: every such line can use the branch, the day, the time and the number of people."""
    return line(
        conv,
        key,
        branch=conv.variant.branch_name,
        day=say_date(conv, day),
        time=say_time(conv, time),
        party_size=party_size,
        **more,
    )


def about(conv, key, booking, **more):
    return spoken(
        conv,
        key,
        booking.day,
        booking.time,
        booking.party_size,
        **{"name": booking.name, "reference": booking.reference, **more},
    )


def collected(conv, name) -> Any:
    """The value of an entity as text, whether this flow or an earlier one collected it."""
    entity = getattr(conv.entities, name, None)
    if entity and entity.value:
        return str(entity.value)
    known = conv.state.get(name)
    return None if known is None else str(known)
