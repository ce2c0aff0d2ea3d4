from _gen import *  # <AUTO GENERATED>


@func_description("Find out whether Brightway comes to a ZIP code.")
@func_parameter("zip_code", "The ZIP code, five digits")
def check_service_area(conv: Conversation, zip_code: str):
    digits = "".join(filter(str.isdigit, zip_code or ""))[:5]
    if len(digits) != 5:
        return f"We cover {conv.variant.service_area}. Ask for the five digits of the ZIP code."
    conv.state.zip_code = digits
    covered = digits[:3] in (conv.variant.zip_prefixes or "").split()
    conv.write_metric("AREA_CHECKED", covered)
    if covered:
        return {"utterance": f"Yes, we come to {digits}. Would you like to book a visit?"}
    conv.state.outcome = "outside the area"
    return {
        "utterance": f"I'm sorry, {digits} is outside the area we serve. I hope you find somebody close by. Goodbye!",
        "handoff": {"bye": {"sip_headers": {"X-Outcome": "outside-area"}}},
    }
