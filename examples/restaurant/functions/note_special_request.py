from _gen import *  # <AUTO GENERATED>


@func_description("Write down something the restaurant should know, such as a birthday, a high chair or an allergy.")
@func_parameter("request", "What to write down, in a few words")
def note_special_request(conv: Conversation, request: str):
    conv.state.special_requests = [*(conv.state.special_requests or []), request]
    conv.write_metric("SPECIAL_REQUEST")
    return "It is written down for the restaurant. Tell the guest so in one short sentence."
