from _gen import *  # <AUTO GENERATED>
import datetime as dt
from typing import Any

from functions.dates import local_now

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
KITCHEN_CLOSES_BEFORE = dt.timedelta(hours=1)


@func_description("Utility module: when a restaurant is open. Never called by the model.")
def opening(conv: Conversation):
    return "Utility module."


def hours_on(conv, day) -> Any:
    """(opens, closes) of the current restaurant on a day, or None when it is closed."""
    if day.isoformat() in conv.real_time_config.get("closed_dates", []):
        return None
    for entry in (conv.variant.weekly_hours or "").split(","):
        name, _, span = entry.strip().partition(" ")
        if name == DAYS[day.weekday()] and span != "closed":
            opens, _, closes = span.partition("-")
            return dt.time.fromisoformat(opens), dt.time.fromisoformat(closes)
    return None


def is_closed(conv, day):
    return hours_on(conv, day) is None


def can_arrive(conv, day, time):
    """Whether the kitchen still cooks for someone who arrives then."""
    hours = hours_on(conv, day)
    if hours is None:
        return False
    opens, closes = hours
    last_arrival = dt.datetime.combine(day, closes) - KITCHEN_CLOSES_BEFORE
    return opens <= time and dt.datetime.combine(day, time) <= last_arrival


def is_past(conv, day, time):
    return dt.datetime.combine(day, time) <= local_now(conv).replace(tzinfo=None)
