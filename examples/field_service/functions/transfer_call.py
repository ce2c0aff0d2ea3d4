from _gen import *  # <AUTO GENERATED>


@func_description("Put the caller through to a dispatcher in the office.")
def transfer_call(conv: Conversation):
    conv.state.handoff_to, conv.state.handoff_reason = "dispatch_desk", "asked for a person"
    conv.write_metric("HANDOFF_REASON", "asked for a person")
    return {
        "utterance": "Of course. I'm putting you through to a dispatcher.",
        "handoff": {
            "type": "dispatch_desk",
            "reason": "asked for a person",
            "refer": {"phone_number": conv.variant.dispatch_number},
        },
    }
