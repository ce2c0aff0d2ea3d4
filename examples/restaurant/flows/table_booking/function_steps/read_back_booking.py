from _gen import *  # <AUTO GENERATED>
from functions.booking_words import collected, spoken


def read_back_booking(conv: Conversation, flow: Flow):
    conv.state.guest_name = collected(conv, "guest_name")
    conv.state.guest_phone = collected(conv, "guest_phone")
    flow.goto_step("Confirm Booking", "everything known")
    return {
        "utterance": spoken(
            conv,
            "summary",
            conv.state.wanted_day,
            conv.state.wanted_time,
            conv.state.wanted_party,
            name=conv.state.guest_name,
            phone=conv.state.guest_phone,
        )
    }
