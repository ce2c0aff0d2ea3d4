from _gen import *  # <AUTO GENERATED>


@func_description("The caller has said whether the water is turned off.")
@func_parameter("is_off", "true if the water is off, false if it is still running or they cannot find the valve")
def water_answered(conv: Conversation, flow: Flow, is_off: bool):
    conv.state.water_is_off = is_off
    conv.write_metric("WATER_OFF", is_off)
    return conv.state.waiting_handoff
