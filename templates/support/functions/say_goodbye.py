from _gen import *  # <AUTO GENERATED>


@func_description("End the conversation once the user has said goodbye or needs nothing more.")
def say_goodbye(conv: Conversation):
    return {"utterance": "Goodbye, and thank you.", "hangup": True}
