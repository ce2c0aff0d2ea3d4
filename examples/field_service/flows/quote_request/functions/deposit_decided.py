from _gen import *  # <AUTO GENERATED>


@func_description("The caller has said whether they want to pay the deposit now.")
@func_parameter("wants_link", "true to receive the payment link, false to think about it")
def deposit_decided(conv: Conversation, flow: Flow, wants_link: bool):
    if not wants_link:
        conv.state.outcome = "quote given"
        conv.exit_flow()
        return {"utterance": "No problem, the price is good for seven days. Is there anything else I can do for you?"}
    conv.state.payment_event = conv.generate_external_event(send_to_llm=True)
    conv.state.payment_link = f"{conv.variant.payment_site}/{conv.state.payment_event}"
    flow.goto_step("Await Payment", "link sent")
    return {
        "utterance": f"{_deliver(conv)} Let me know when you have paid.",
        "listen": {"asr": {"timeout": 20}},
    }


def _deliver(conv):
    number = conv.state.contact_phone or conv.caller_number
    if number and "deposit_link" in conv.sms_templates:
        conv.send_sms_template(number, "deposit_link")
        return "I have sent the payment link to your phone."
    return f"Here is your payment link: {conv.state.payment_link}"
