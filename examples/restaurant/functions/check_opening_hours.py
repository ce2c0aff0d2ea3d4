from _gen import *  # <AUTO GENERATED>
from functions.dates import parse_date, say_date, say_time
from functions.opening import hours_on
from functions.utterances import line


@func_description("Look up when the restaurant is open on one particular day.")
@func_parameter("date", "The day as YYYY-MM-DD")
def check_opening_hours(conv: Conversation, date: str):
    day = parse_date(date)
    if day is None:
        return f"{conv.variant.branch_name} is open {conv.variant.opening_hours_text}."
    hours = hours_on(conv, day)
    where = {"branch": conv.variant.branch_name, "day": say_date(conv, day)}
    if hours is None:
        return {"utterance": line(conv, "not_open_on", **where)}
    opens, closes = (say_time(conv, time) for time in hours)
    return {"utterance": line(conv, "open_on", opens=opens, closes=closes, **where)}
