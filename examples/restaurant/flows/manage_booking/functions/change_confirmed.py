from _gen import *  # <AUTO GENERATED>
from functions.booking_book import move
from functions.booking_words import about
from functions.utterances import line


@func_description("The guest has answered whether the change should be made.")
@func_parameter("confirmed", "true to make the change, false to keep the booking as it is")
def change_confirmed(conv: Conversation, flow: Flow, confirmed: bool):
    conv.exit_flow()
    if not confirmed:
        return {"utterance": line(conv, "kept")}
    conv.state.booking = move(conv, conv.state.booking, **conv.state.change)
    conv.state.outcome = "changed"
    conv.write_metric("BOOKING_CHANGED", conv.state.booking.reference)
    return {"utterance": about(conv, "changed", conv.state.booking)}
