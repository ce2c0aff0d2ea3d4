from _gen import *  # <AUTO GENERATED>
from flows.book_visit.function_steps.offer_slots import offer_next
from functions.helpers import last_user_text
from functions.slots import picked


@func_description("The caller has chosen one of the times that were offered, or none of them.")
@func_parameter("choice", "The choice in the caller's own words; neither if no time suits")
def slot_chosen(conv: Conversation, flow: Flow, choice: str):
    slot = picked(choice, conv.state.offered_slots) or picked(last_user_text(conv), conv.state.offered_slots)
    if slot is None:
        conv.state.slots_skipped += len(conv.state.offered_slots)
        return offer_next(conv, flow)
    conv.state.slot, conv.state.slot_text = slot, str(slot)
    customer = conv.state.customer
    if customer is None:
        flow.goto_step("Contact Details", "new customer")
        return {"utterance": f"{slot} it is. What is the address for the visit?"}
    flow.goto_step("Check Address", "known customer")
    return {"utterance": f"{slot} it is. Shall we come to {customer.address}?"}
