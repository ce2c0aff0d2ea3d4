from _gen import *  # <AUTO GENERATED>


@func_description("End the conversation once the guest has said goodbye or needs nothing more.")
def say_goodbye(conv: Conversation):
    conv.write_metric("GOODBYE", write_once=True)
    return {"utterance": conv.translations.goodbye, "hangup": True}
