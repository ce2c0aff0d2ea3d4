from _gen import *  # <AUTO GENERATED>
from functions.booking_words import about, collected
from functions.dates import local_now
from functions.utterances import line

FEE_PER_PERSON = 10
FREE_UNTIL_DAYS_BEFORE = 2


def route_booking_action(conv: Conversation, flow: Flow):
    action = conv.state.wanted_action or collected(conv, "booking_action")
    conv.state.wanted_action = None
    conv.write_metric("BOOKING_ACTION", action)
    if action == "change":
        flow.goto_step("New Details", "change")
        return {"utterance": line(conv, "ask_new_details")}
    booking = conv.state.booking
    flow.goto_step("Confirm Cancellation", "cancel")
    if (booking.day - local_now(conv).date()).days >= FREE_UNTIL_DAYS_BEFORE:
        return {"utterance": about(conv, "confirm_cancel_free", booking)}
    return {"utterance": about(conv, "confirm_cancel_fee", booking, fee=booking.party_size * FEE_PER_PERSON)}
