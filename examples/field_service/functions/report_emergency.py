from _gen import *  # <AUTO GENERATED>
from .helpers import last_user_text
from .triage import emergency_in

SAFETY = {
    "gas": "Please leave the building now, leave the doors open, and don't touch any switches. "
    "I'm connecting you to our emergency desk.",
    "electrical": "Please keep away from it, and switch off the power at the main breaker only if that is safe. "
    "I'm connecting you to our emergency desk.",
    "flood": "Please turn off the water at the main stop valve, and keep away from anything electrical that is wet. "
    "Have you been able to turn off the water?",
}
KINDS = {"gas": "gas", "flood": "flood", "water": "flood", "burst": "flood", "electric": "electrical", "spark": "electrical"}


@func_description("Somebody may be in danger: a smell of gas, water that cannot be stopped, sparks or a burning smell.")
@func_parameter("kind", "gas, flood or electrical")
def report_emergency(conv: Conversation, kind: str):
    emergency = _named(kind) or emergency_in(kind) or emergency_in(last_user_text(conv))
    if emergency is None:
        return {"utterance": "Is somebody in danger? Please tell me whether it is gas, water or something electrical."}
    conv.state.emergency_kind = emergency
    conv.state.outcome = f"emergency: {emergency}"
    conv.write_metric("EMERGENCY", emergency)
    conv.state.handoff_to, conv.state.handoff_reason = "emergency_desk", f"emergency: {emergency}"
    handoff = {
        "type": "emergency_desk",
        "reason": f"emergency: {emergency}",
        "refer": {"phone_number": conv.variant.emergency_number},
    }
    if emergency == "flood":
        # The next function returns this as it is, once the caller has answered.
        conv.state.waiting_handoff = {
            "utterance": "Thank you. I'm connecting you to our emergency desk, who will send somebody right away.",
            "handoff": handoff,
        }
        return {"utterance": SAFETY["flood"], "transition": {"goto_flow": "Emergency", "goto_step": "Water Off"}}
    return {"utterance": SAFETY[emergency], "handoff": handoff}


def _named(kind):
    """One of our own words, as a model gives it; a whole sentence is read by the triage instead."""
    word = (kind or "").strip().lower()
    return next((value for known, value in KINDS.items() if known in word), None) if len(word.split()) <= 2 else None
