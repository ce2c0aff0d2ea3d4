from _gen import *  # <AUTO GENERATED>
from functions.utterances import line


@func_description("Answer a request for a lower price.")
def decline_discount(conv: Conversation):
    conv.write_metric("DISCOUNT_DECLINED")
    return {"utterance": line(conv, "no_discount")}
