from _gen import *  # <AUTO GENERATED>
from functions.booking_book import table_is_free
from functions.booking_words import spoken
from functions.branches import last_user_text
from functions.dates import parse_time

FIRST = ("first", "earlier", "early", "primera", "antes")
LAST = ("second", "last", "later", "late", "segunda", "después")


@func_description("The guest has chosen one of the times that were offered, or none of them.")
@func_parameter("chosen_time", "The chosen time as HH:MM, or NA if none of the times suits the guest")
def time_chosen(conv: Conversation, flow: Flow, chosen_time: str):
    day, party_size = conv.state.wanted_day, conv.state.wanted_party
    time = _resolve(conv, chosen_time)
    if time is None or not table_is_free(conv, day, time, party_size):
        flow.goto_step("Booking Details", "none of the times suits")
        return {"utterance": spoken(conv, "nothing_near", day, time or conv.state.wanted_time, party_size)}
    conv.state.wanted_time = time
    flow.goto_step("Guest Details", "time chosen")
    return {"utterance": spoken(conv, "table_free", day, time, party_size)}


def _resolve(conv, text):
    """The offered time that was meant: half past eight is 20:30, not 8:30, when only the evening was offered."""
    offered = conv.state.other_times or []
    parsed = parse_time(text)
    for time in offered:
        if parsed and (time.hour % 12, time.minute) == (parsed.hour % 12, parsed.minute):
            return time
    said = f"{text} {last_user_text(conv)}".lower()
    if offered and any(word in said for word in FIRST):
        return offered[0]
    if offered and any(word in said for word in LAST):
        return offered[-1]
    return parsed
