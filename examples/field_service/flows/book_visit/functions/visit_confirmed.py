from _gen import *  # <AUTO GENERATED>
import zlib

from flows.book_visit.function_steps.offer_slots import offer_next
from functions.people import Visit, keep_visit


@func_description("The caller has answered whether the visit should be booked as it was read out.")
@func_parameter("confirmed", "true to book it, false if another time is wanted")
@func_latency_control(
    delay_before_responses_start=1,
    silence_after_each_response=2,
    delay_responses=[("I'm putting that into the schedule.", 2)],
)
def visit_confirmed(conv: Conversation, flow: Flow, confirmed: bool):
    if not confirmed:
        conv.state.slots_skipped += len(conv.state.offered_slots)
        conv.write_metric("VISIT_DECLINED")
        return offer_next(conv, flow)
    state = conv.state
    visit = keep_visit(conv, _visit(conv))
    state.visit_reference, state.trade = visit.reference, state.job.trade
    state.outcome = "visit booked"
    conv.write_metric("VISIT_BOOKED", visit.reference)
    if state.contact_phone and conv.real_time_config.get("sms_enabled", True):
        conv.send_sms_template(state.contact_phone, "visit_booked")
    conv.send_email(
        to="dispatch@brightway.example",
        subject=f"New {state.job.trade} visit {visit.reference}",
        body=f"{state.slot_text}, {state.visit_address}, {state.contact_name}: {state.job.summary}",
    )
    conv.exit_flow()
    return {
        "utterance": f"You're booked for {state.slot_text}. Your reference is {visit.reference}. "
        "Is there anything else I can do for you?"
    }


def _visit(conv):
    state = conv.state
    request = f"{state.contact_phone}|{state.slot.start.isoformat()}|{state.visit_address}"
    reference = f"V{2000 + zlib.crc32(request.encode()) % 8000}"
    account = state.customer.account if state.customer else "new"
    return Visit(reference, account, f"{state.job.trade} visit", state.slot.start, state.slot.end, state.visit_address)
