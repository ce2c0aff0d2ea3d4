from _gen import *  # <AUTO GENERATED>


@func_description("The user has answered whether to book the appointment.")
@func_parameter("confirmed", "true to book it, false not to")
def visit_confirmed(conv: Conversation, flow: Flow, confirmed: bool):
    conv.exit_flow()
    if not confirmed:
        return {"utterance": "All right, nothing is booked. Can I help with anything else?"}
    conv.state.booked = f"{conv.entities.visit_date.value} {conv.entities.visit_time.value}"
    conv.write_metric("BOOKED", conv.state.booked)
    return {"utterance": "It is booked. We look forward to seeing you. Can I help with anything else?"}
