from _gen import *  # <AUTO GENERATED>


def start_function(conv: Conversation):
    """Who is called, and when they are to come, is given with the call (`attributes` of outbound calls)."""
    known = conv.integration_attributes or {}
    conv.state.day = known.get("day", "Monday")
    conv.state.time = known.get("time", "10 am")
