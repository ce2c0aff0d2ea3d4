from _gen import *  # <AUTO GENERATED>
from functions.utterances import line


@func_description("Send the address and a map to the guest's phone as a text message.")
def send_directions(conv: Conversation):
    number = conv.state.guest_phone or conv.caller_number
    branch = conv.variant.branch_name
    if number and conv.real_time_config.get("sms_enabled", True) and "directions" in conv.sms_templates:
        conv.send_sms_template(number, "directions")
        conv.write_metric("DIRECTIONS_SENT", write_once=True)
        return {"utterance": line(conv, "directions_sent", branch=branch)}
    return {
        "utterance": line(
            conv, "directions_spoken", branch=branch, address=conv.variant.address, station=conv.variant.nearest_station
        )
    }
