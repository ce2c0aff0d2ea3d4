from _gen import *  # <AUTO GENERATED>
import datetime as dt

from functions.booking_book import largest_table, other_times, table_is_free
from functions.booking_words import collected, spoken
from functions.dates import parse_date, parse_time, say_date, say_time
from functions.opening import KITCHEN_CLOSES_BEFORE, can_arrive, hours_on, is_closed, is_past
from functions.utterances import line, one_of


@func_latency_control(
    delay_before_responses_start=2,
    silence_after_each_response=3,
    delay_responses=[("Let me look at the book.", 2), ("Just a moment longer.", 2)],
)
def check_table(conv: Conversation, flow: Flow):
    party_size = int(float(collected(conv, "party_size")))
    day, time = parse_date(collected(conv, "booking_date")), parse_time(collected(conv, "booking_time"))
    conv.state.wanted_day, conv.state.wanted_time, conv.state.wanted_party = day, time, party_size

    if party_size > largest_table(conv):
        return {
            "utterance": line(conv, "large_party", party_size=party_size),
            "transition": {"goto_flow": "Large Party Enquiry", "goto_step": "Enquiry Details"},
        }
    flow.goto_step("Booking Details", "another day or time")
    if is_past(conv, day, time):
        return {"utterance": spoken(conv, "in_the_past", day, time, party_size)}
    if is_closed(conv, day):
        return {"utterance": spoken(conv, "closed_day", day, time, party_size)}
    if not can_arrive(conv, day, time):
        return {"utterance": _when_we_seat(conv, day)}
    return _offer(conv, flow, day, time, party_size)


def _offer(conv, flow, day, time, party_size):
    if table_is_free(conv, day, time, party_size):
        flow.goto_step("Guest Details", "free")
        return {"utterance": spoken(conv, "table_free", day, time, party_size)}
    conv.write_metric("TABLE_FULL", f"{conv.variant_name} {time:%H:%M}")
    conv.state.other_times = other_times(conv, day, time, party_size)
    if not conv.state.other_times:
        return {"utterance": spoken(conv, "nothing_near", day, time, party_size)}
    others = one_of(conv, [say_time(conv, other) for other in conv.state.other_times])
    conv.state.offered_times = others
    flow.goto_step("Another Time", "full")
    return {"utterance": spoken(conv, "table_full", day, time, party_size, others=others)}


def _when_we_seat(conv, day):
    opens, closes = hours_on(conv, day)
    last = (dt.datetime.combine(day, closes) - KITCHEN_CLOSES_BEFORE).time()
    return line(
        conv, "outside_hours", day=say_date(conv, day), opens=say_time(conv, opens), last=say_time(conv, last)
    )
