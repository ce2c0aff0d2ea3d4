from _gen import *  # <AUTO GENERATED>
from functions.utterances import line


@func_description("The guest needs a moment, for example to find a reference or to ask somebody.")
def wait_for_guest(conv: Conversation):
    return {"utterance": line(conv, "take_your_time"), "listen": {"asr": {"timeout": 20}}}
