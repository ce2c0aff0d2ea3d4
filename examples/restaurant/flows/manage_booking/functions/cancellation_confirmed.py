from _gen import *  # <AUTO GENERATED>
from functions.booking_book import cancel
from functions.booking_words import about
from functions.utterances import line


@func_description("The guest has answered whether the booking should really be cancelled.")
@func_parameter("confirmed", "true to cancel the booking, false to keep it")
def cancellation_confirmed(conv: Conversation, flow: Flow, confirmed: bool):
    conv.exit_flow()
    if not confirmed:
        return {"utterance": line(conv, "kept")}
    conv.state.booking = cancel(conv, conv.state.booking)
    conv.state.outcome = "cancelled"
    conv.write_metric("BOOKING_CANCELLED", conv.state.booking.reference)
    if conv.real_time_config.get("sms_enabled", True):
        conv.send_sms_template(conv.state.booking.phone, "booking_cancelled")
    return {"utterance": about(conv, "cancelled", conv.state.booking)}
