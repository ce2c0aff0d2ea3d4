from _gen import *  # <AUTO GENERATED>
from functions.utterances import line

CONTACT = ("contact", "name", "phone", "number is", "telephone", "nombre", "teléfono", "datos")
NOTHING = ("nothing", "cancel", "forget", "never mind", "don't book", "no longer", "nada", "olvídelo")


@func_description("The guest has said what should be different, or that they no longer want a table.")
@func_parameter("what", "What should change, in the guest's own words")
def correction_named(conv: Conversation, flow: Flow, what: str):
    said = (what or "").lower()
    if any(word in said for word in NOTHING):
        conv.state.outcome = "not booked"
        conv.exit_flow()
        return {"utterance": line(conv, "dropped")}
    if any(word in said for word in CONTACT):
        flow.goto_step("Guest Details", "contact")
        return {"utterance": line(conv, "again_contact")}
    flow.goto_step("Booking Details", "table")
    return {"utterance": line(conv, "again_table")}
