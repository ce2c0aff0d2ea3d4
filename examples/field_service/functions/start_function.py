from _gen import *  # <AUTO GENERATED>
from .instructions import put_into_state


def start_function(conv: Conversation):
    attributes = conv.integration_attributes or {}
    if attributes.get("region") in ("lakeside", "coastal"):
        conv.set_variant(attributes["region"])
    conv.state.shared_id = attributes.get("shared_id")
    conv.state.given_account = attributes.get("account_number") or conv.sip_headers.get("X-Account")
    conv.state.attempts = 0
    put_into_state(conv)
    conv.write_metric("REGION", conv.variant_name, write_once=True)
    conv.goto_flow("Identify Customer")
    # Say nothing and stop listening at once: the flow's first step greets the caller by name.
    return {"utterance": "", "listen": {"asr": {"timeout": 0.1}}}
