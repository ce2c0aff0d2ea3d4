from _gen import *  # <AUTO GENERATED>


@func_description("The caller needs a moment, for example to find the account number.")
def wait_for_caller(conv: Conversation):
    return {"utterance": "Sure, take your time.", "listen": {"asr": {"timeout": 20}}}
