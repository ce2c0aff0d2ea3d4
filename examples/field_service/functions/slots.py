from _gen import *  # <AUTO GENERATED>
import datetime as dt
from dataclasses import dataclass

from .calendar_words import local_now, say_window

STARTS = (8, 10, 13, 15)
LENGTH = dt.timedelta(hours=2)
NOTICE = dt.timedelta(hours=2)
FIRST_DAY = {"today": 0, "this week": 1, "flexible": 3}
ORDINALS = (("first", "earlier", "earliest", "former", "option one"), ("second", "later", "latter", "last", "option two"))


@dataclass(frozen=True)
class Slot:
    start: dt.datetime
    end: dt.datetime

    def __str__(self):
        return say_window(self.start, self.end)


@func_description("Utility module: when technicians are free. Never called by the model.")
def slots(conv: Conversation):
    return "Utility module."


def free_slots(conv, first_day=None, urgency="flexible", part_of_day=None, skip=0, count=2):
    """The next free windows. Nobody works on Sundays, and on Saturdays only in the morning."""
    now = local_now(conv)
    day = dt.datetime.combine(first_day, dt.time(), now.tzinfo) if first_day else now
    day = day if first_day else day + dt.timedelta(days=FIRST_DAY.get(urgency, 1))
    found = []
    for offset in range(21):
        found += [slot for slot in _on(day + dt.timedelta(days=offset), part_of_day) if slot.start >= now + NOTICE]
        if len(found) >= skip + count:
            break
    return found[skip : skip + count]


def _on(day, part_of_day):
    if day.weekday() == 6:
        return
    for hour in STARTS:
        afternoon = hour >= 12
        if (afternoon and day.weekday() == 5) or (part_of_day and afternoon != (part_of_day == "afternoon")):
            continue
        start = day.replace(hour=hour, minute=0, second=0, microsecond=0)
        yield Slot(start, start + LENGTH)


def offer(slots_found):
    return " or ".join(str(slot) for slot in slots_found)


def picked(text, offered):
    """The offered slot that a text means, or None. Names of days count before times, and times before 'the first'."""
    said = f" {(text or '').lower()} "
    for matches in (_names_day, _names_part, _names_hour):
        fitting = [slot for slot in offered if matches(slot, said)]
        if len(fitting) == 1:
            return fitting[0]
    for position, words in enumerate(ORDINALS):
        if position < len(offered) and any(f" {word}" in said for word in words):
            return offered[position]
    agrees = any(word in said for word in (" yes", " either", " any", " fine", " works", " ok", " sure"))
    return offered[0] if agrees and offered else None


def _names_day(slot, said):
    return f"{slot.start:%A}".lower() in said or f" {slot.start:%B} {slot.start.day} ".lower() in said


def _names_part(slot, said):
    return ("morning" in said and slot.start.hour < 12) or ("afternoon" in said and slot.start.hour >= 12)


def _names_hour(slot, said):
    hours = {f"{slot.start.hour % 12 or 12}", f"{slot.start.hour}"}
    return any(f" {hour}{after}" in said for hour in hours for after in (" ", ":", "am", "pm", " am", " pm", ".", ","))
