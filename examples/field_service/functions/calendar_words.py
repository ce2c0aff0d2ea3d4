from _gen import *  # <AUTO GENERATED>
import datetime as dt
from zoneinfo import ZoneInfo


@func_description("Utility module: the clock of the region, and dates in words. Never called by the model.")
def calendar_words(conv: Conversation):
    return "Utility module."


def local_now(conv):
    return dt.datetime.now(ZoneInfo(conv.variant.timezone or "America/Chicago"))


def say_day(moment):
    return f"{moment:%A, %B} {moment.day}"


def say_window(start, end):
    """'Tuesday, May 19, between 8 and 10 am'."""
    return f"{say_day(start)}, between {_hour(start, end)} and {_hour(end)}"


def _hour(moment, until=None):
    half = "am" if moment.hour < 12 else "pm"
    same_half = until is not None and (moment.hour < 12) == (until.hour < 12)
    return f"{moment.hour % 12 or 12}" + ("" if same_half else f" {half}")
