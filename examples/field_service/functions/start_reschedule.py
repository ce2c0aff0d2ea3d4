from _gen import *  # <AUTO GENERATED>
from .helpers import ask_who, knows_caller, last_user_text


@func_description("Start moving or cancelling a visit that is already booked.")
@func_parameter("action", "What the caller wants: move or cancel. NA if they did not say.")
def start_reschedule(conv: Conversation, action: str):
    words = f"{action} {last_user_text(conv)}".lower()
    conv.state.visit_action = "cancel" if "cancel" in words else "move"
    conv.write_metric("RESCHEDULE_STARTED", conv.state.visit_action)
    if not knows_caller(conv):
        return ask_who(conv, "Reschedule Visit")
    conv.goto_flow("Reschedule Visit")
