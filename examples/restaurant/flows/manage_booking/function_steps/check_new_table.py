from _gen import *  # <AUTO GENERATED>
from functions.booking_book import other_times, table_is_free
from functions.booking_words import collected, spoken
from functions.dates import parse_date, parse_time, say_time
from functions.utterances import line, one_of


def check_new_table(conv: Conversation, flow: Flow):
    booking = conv.state.booking
    day = parse_date(collected(conv, "new_date")) or booking.day
    time = parse_time(collected(conv, "new_time")) or booking.time
    party_size = int(float(collected(conv, "new_party_size") or booking.party_size))
    if table_is_free(conv, day, time, party_size):
        conv.state.change = {"day": day, "time": time, "party_size": party_size}
        flow.goto_step("Confirm Change", "free")
        return {"utterance": spoken(conv, "new_table_free", day, time, party_size)}
    flow.goto_step("New Details", "full")
    times = [say_time(conv, other) for other in other_times(conv, day, time, party_size)]
    others = line(conv, "could_offer", others=one_of(conv, times)) if times else ""
    return {"utterance": spoken(conv, "new_table_full", day, time, party_size, others=others)}
