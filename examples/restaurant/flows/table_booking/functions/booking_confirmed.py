from _gen import *  # <AUTO GENERATED>
from functions.booking_book import make
from functions.booking_words import about
from functions.dates import say_date, say_time
from functions.utterances import line


@func_description("The guest has answered whether the booking should be made as it was read out.")
@func_parameter("confirmed", "true if the guest agrees, false if something is wrong or should change")
@func_latency_control(
    delay_before_responses_start=1,
    silence_after_each_response=2,
    delay_responses=[("I'm booking your table now.", 2)],
)
def booking_confirmed(conv: Conversation, flow: Flow, confirmed: bool):
    if not confirmed:
        flow.goto_step("What To Change", "not confirmed")
        return {"utterance": line(conv, "what_to_change")}
    state = conv.state
    booking = make(
        conv, state.wanted_day, state.wanted_time, state.wanted_party, state.guest_name, state.guest_phone
    )
    state.booking = booking
    state.booking_reference = booking.reference
    state.booking_summary = (
        f"{booking.party_size}, {say_date(conv, booking.day)}, {say_time(conv, booking.time)}, {booking.name}"
    )
    state.outcome = "booked"
    conv.write_metric("BOOKING_MADE", booking.reference)
    conv.exit_flow()
    return {"utterance": about(conv, "booked", booking, texted=_text_message(conv, booking))}


def _text_message(conv, booking):
    if not conv.real_time_config.get("sms_enabled", True) or not booking.phone:
        return ""
    conv.send_sms_template(booking.phone, "booking_confirmation")
    return line(conv, "texted")
