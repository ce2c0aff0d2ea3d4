from _gen import *  # <AUTO GENERATED>
from functions.is_free import is_free


def check_calendar(conv: Conversation, flow: Flow):
    if not is_free(conv, conv.entities.visit_time.value):
        flow.goto_step("Details", "taken")
        return {"utterance": f"I'm sorry, {conv.entities.visit_time.value} is taken. Which other time would suit you?"}
    flow.goto_step("Confirm", "free")
    visit = conv.entities
    return {
        "utterance": f"{visit.visit_date.value} at {visit.visit_time.value} for {visit.visitor_name.value}. Shall I book it?"
    }
