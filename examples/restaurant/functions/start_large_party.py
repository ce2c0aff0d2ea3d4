from _gen import *  # <AUTO GENERATED>


@func_description("Start an enquiry for a private room or for a party that is too large for one table.")
def start_large_party(conv: Conversation):
    conv.write_metric("LARGE_PARTY_STARTED", conv.variant_name)
    return {"transition": {"goto_flow": "Large Party Enquiry", "goto_step": "Enquiry Details"}}
