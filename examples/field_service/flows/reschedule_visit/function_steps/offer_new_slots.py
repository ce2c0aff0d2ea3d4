from _gen import *  # <AUTO GENERATED>
import datetime as dt

from functions.helpers import collected
from functions.slots import free_slots, offer


def offer_new_slots(conv: Conversation, flow: Flow):
    conv.state.wanted_day = dt.date.fromisoformat(collected(conv, "new_day")[:10])
    conv.state.wanted_part = collected(conv, "part_of_day")
    conv.state.slots_skipped = 0
    return offer_new(conv, flow)


def offer_new(conv, flow):
    found = free_slots(
        conv, conv.state.wanted_day, part_of_day=conv.state.wanted_part, skip=conv.state.slots_skipped
    )
    if not found:
        flow.goto_step("New Day", "too far away")
        return {"utterance": "I have nothing around that day. What other day would suit you?"}
    conv.state.offered_slots, conv.state.slots_text = found, offer(found)
    flow.goto_step("Choose New Slot", "offered")
    return {"utterance": f"I could move it to {conv.state.slots_text}. Which one suits you?"}
