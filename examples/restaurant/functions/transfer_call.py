from _gen import *  # <AUTO GENERATED>
from functions.utterances import line


@func_description("Put the guest through to the manager of the restaurant.")
@func_parameter("reason", "Why, in a few words")
def transfer_call(conv: Conversation, reason: str):
    conv.state.handoff_to = "restaurant_manager"
    conv.state.handoff_reason = reason or "asked for a person"
    conv.write_metric("HANDOFF_REASON", conv.state.handoff_reason)
    return conv.call_handoff(
        destination="restaurant_manager",
        reason=conv.state.handoff_reason,
        utterance=line(conv, "to_manager", branch=conv.variant.branch_name),
    )
