from _gen import *  # <AUTO GENERATED>
import json


@func_description("The caller says that they have paid, or the payment has been reported.")
def payment_checked(conv: Conversation, flow: Flow):
    status = _status(conv)
    conv.write_metric("PAYMENT", status)
    if status == "pending":
        flow.goto_step("Await Payment", "not yet")
        return {
            "utterance": "I can't see the payment yet. It can take a moment; please tell me when it has gone through.",
            "listen": {"asr": {"timeout": 20}},
        }
    if status != "paid":
        flow.goto_step("Deposit Decision", status)
        return {"utterance": "The payment did not go through. Would you like a new payment link?"}
    conv.state.outcome = "deposit paid"
    conv.send_email(
        to="quotes@brightway.example",
        subject="Deposit received",
        body=f"Deposit of ${conv.state.deposit} received, price from ${conv.state.quote_low}.",
    )
    conv.exit_flow()
    return {
        "utterance": f"Thank you, your deposit of ${conv.state.deposit:,} has arrived and the price is held. "
        "Is there anything else I can do for you?"
    }


def _status(conv):
    """What the payment provider reported last about our link; pending when it has not reported yet."""
    events = [event for event in conv.generic_external_events or [] if _of(event, "ext_event_id") == conv.state.payment_event]
    if not events:
        return "pending"
    try:
        return json.loads(_of(events[-1], "data")).get("status", "unknown")
    except (TypeError, ValueError, AttributeError):
        return "unknown"


def _of(event, name):
    return event[name] if isinstance(event, dict) else getattr(event, name)
