from _gen import *  # <AUTO GENERATED>
from functions.booking_book import by_phone, by_reference
from functions.booking_words import about, collected
from functions.branches import switch_to
from functions.utterances import line


@func_latency_control(
    delay_before_responses_start=2,
    silence_after_each_response=2,
    delay_responses=[("Let me find your booking.", 2)],
)
def look_up_booking(conv: Conversation, flow: Flow):
    booking = by_reference(conv, collected(conv, "booking_reference")) or by_phone(conv, collected(conv, "guest_phone"))
    if booking is None:
        return _not_found(conv, flow)
    conv.state.booking = booking
    conv.state.booking_reference = booking.reference
    switch_to(conv, booking.branch)
    if booking.status == "cancelled":
        conv.exit_flow()
        return {"utterance": line(conv, "already_cancelled")}
    if conv.state.wanted_action:
        conv.state.booking_action = conv.state.wanted_action
        flow.goto_step("route_booking_action", "action known")
        return
    flow.goto_step("Change Or Cancel", "found")
    return {"utterance": about(conv, "found_booking", booking)}


def _not_found(conv, flow):
    conv.state.lookups = (conv.state.lookups or 0) + 1
    conv.write_metric("BOOKING_NOT_FOUND", conv.state.lookups)
    if conv.state.lookups < 3:
        flow.goto_step("Find Booking", "try again")
        return {"utterance": line(conv, "not_found")}
    conv.state.handoff_to = "restaurant_manager"
    conv.state.handoff_reason = "booking not found"
    return conv.call_handoff(
        destination="restaurant_manager",
        reason="booking not found",
        utterance=line(conv, "not_found_handoff"),
    )
