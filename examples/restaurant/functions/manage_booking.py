from _gen import *  # <AUTO GENERATED>
from functions.branches import last_user_text

ACTIONS = {
    "cancel": ("cancel", "call off", "won't make it", "can't make it", "can't come", "anular"),
    "change": ("change", "move", "reschedule", "another day", "another time", "different", "earlier", "later", "cambiar"),
}


@func_description("Start changing or cancelling a booking that already exists.")
@func_parameter("action", "What the guest wants: change or cancel. NA if they did not say.")
def manage_booking(conv: Conversation, action: str):
    conv.state.wanted_action = wanted_action(action) or wanted_action(last_user_text(conv))
    conv.write_metric("MANAGE_STARTED", conv.state.wanted_action or "unsaid")
    conv.goto_flow("Manage Booking")


def wanted_action(text):
    """change, cancel, or None when a text asks for neither or for both."""
    lowered = (text or "").lower()
    found = [action for action, words in ACTIONS.items() if any(word in lowered for word in words)]
    return found[0] if len(found) == 1 else None
