from _gen import *  # <AUTO GENERATED>


@func_description("Put the user through to a person of the support team.")
@func_parameter("reason", "Why, in a few words")
def transfer_call(conv: Conversation, reason: str):
    conv.state.handoff_reason = reason or "asked for a person"
    return conv.call_handoff(
        destination="support_team",
        reason=conv.state.handoff_reason,
        utterance="I am putting you through to a colleague.",
    )
