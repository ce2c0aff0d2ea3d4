from _gen import *  # <AUTO GENERATED>
from functions.booking_words import collected
from functions.dates import parse_date, say_date
from functions.utterances import line


def note_enquiry(conv: Conversation, flow: Flow):
    day = parse_date(collected(conv, "booking_date"))
    conv.state.party_size = int(float(collected(conv, "party_size")))
    conv.state.occasion = collected(conv, "occasion")
    conv.state.enquiry = (
        f"{conv.state.party_size} people at {conv.variant.branch_name} on {day.isoformat()}, {conv.state.occasion}"
    )
    conv.write_metric("ENQUIRY", conv.state.occasion)
    flow.goto_step("Offer Transfer", "noted")
    return {
        "utterance": line(
            conv,
            "enquiry_noted",
            party_size=conv.state.party_size,
            day=say_date(conv, day),
            occasion=conv.state.occasion,
        )
    }
