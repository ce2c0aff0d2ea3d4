from _gen import *  # <AUTO GENERATED>
from flows.reschedule_visit.function_steps.offer_new_slots import offer_new
from functions.helpers import last_user_text
from functions.people import keep_visit, moved
from functions.slots import picked


@func_description("The caller has chosen a new time for the visit, or none of those offered.")
@func_parameter("choice", "The choice in the caller's own words; neither if no time suits")
def new_slot_chosen(conv: Conversation, flow: Flow, choice: str):
    slot = picked(choice, conv.state.offered_slots) or picked(last_user_text(conv), conv.state.offered_slots)
    if slot is None:
        conv.state.slots_skipped += len(conv.state.offered_slots)
        return offer_new(conv, flow)
    conv.state.visit = keep_visit(conv, moved(conv.state.visit, slot))
    conv.state.slot_text = str(slot)
    conv.state.outcome = "visit moved"
    conv.write_metric("VISIT_MOVED", conv.state.visit.reference)
    conv.send_sms_template(conv.state.customer.phone, "visit_moved")
    conv.exit_flow()
    return {"utterance": f"Done, your visit is now on {slot}. Is there anything else I can do for you?"}
