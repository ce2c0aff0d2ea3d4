from _gen import *  # <AUTO GENERATED>


@func_description("End the conversation once the caller has said goodbye or needs nothing more.")
def say_goodbye(conv: Conversation):
    name = f", {conv.state.customer.first_name}" if conv.state.customer else ""
    return {"utterance": f"Thank you for calling Brightway{name}. Goodbye!", "hangup": True}
