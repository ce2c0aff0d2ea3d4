from _gen import *  # <AUTO GENERATED>
from functions.helpers import collected
from functions.slots import free_slots, offer


@func_latency_control(
    delay_before_responses_start=1,
    silence_after_each_response=2,
    delay_responses=[("Let me look at the schedule.", 2), ("Still looking.", 2)],
)
def offer_slots(conv: Conversation, flow: Flow):
    conv.state.job = conv.state.job.model_copy(update={"urgency": collected(conv, "urgency") or "flexible"})
    conv.state.slots_skipped = 0
    return offer_next(conv, flow)


def offer_next(conv, flow):
    found = free_slots(conv, urgency=conv.state.job.urgency, skip=conv.state.slots_skipped)
    conv.state.offered_slots = found
    conv.state.slots_text = offer(found)
    flow.goto_step("Choose Slot", "offered")
    return {"utterance": f"I can offer you {conv.state.slots_text}. Which one suits you?"}
