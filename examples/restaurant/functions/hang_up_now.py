from _gen import *  # <AUTO GENERATED>


@func_description("End the conversation without another word.")
def hang_up_now(conv: Conversation):
    return {"hangup": True}
