from _gen import *  # <AUTO GENERATED>
from functions.utterances import line


@func_description("The guest has answered whether they want to be put through to the events team now.")
@func_parameter("accepted", "true to be put through now, false to be contacted later")
def transfer_answered(conv: Conversation, flow: Flow, accepted: bool):
    conv.state.outcome = "enquiry"
    if not accepted:
        conv.send_email(
            to="events@olive-ember.example",
            subject=f"Enquiry for {conv.variant.branch_name}",
            body=f"{conv.state.enquiry}. Contact: {conv.state.guest_phone or conv.caller_number or 'not given'}",
        )
        conv.exit_flow()
        return {"utterance": line(conv, "events_will_call")}
    conv.state.handoff_to = "events_team"
    conv.state.handoff_reason = conv.state.enquiry
    return conv.call_handoff(
        destination="events_team",
        reason="large party",
        utterance=line(conv, "to_events"),
        sip_headers={"X-Occasion": conv.state.occasion},
    )
