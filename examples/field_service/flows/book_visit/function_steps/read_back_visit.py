from _gen import *  # <AUTO GENERATED>
from functions.helpers import collected
from functions.triage import VISITS


def read_back_visit(conv: Conversation, flow: Flow):
    state = conv.state
    state.visit_address = collected(conv, "visit_address") or state.visit_address
    state.contact_name = state.customer.name if state.customer else collected(conv, "contact_name")
    state.contact_phone = state.customer.phone if state.customer else collected(conv, "contact_phone")
    flow.goto_step("Confirm Visit", "everything known")
    fee = conv.variant.callout_fee
    return {
        "utterance": f"So that is {VISITS[state.job.trade]} on {state.slot_text}, at {state.visit_address}. "
        f"The visit costs ${fee}, which includes the first half hour. Shall I book it?"
    }
