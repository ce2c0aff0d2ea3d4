from _gen import *  # <AUTO GENERATED>
from .calendar_words import local_now, say_window
from .helpers import ask_who, knows_caller
from .people import visits_of


@func_description("Tell the caller when the technician is due.")
@func_latency_control(
    delay_before_responses_start=1,
    silence_after_each_response=2,
    delay_responses=[("Let me check with dispatch.", 2), ("One more second.", 1)],
)
def technician_eta(conv: Conversation):
    if not knows_caller(conv):
        conv.state.visit_action = "eta"
        return ask_who(conv, "Reschedule Visit")
    visits = visits_of(conv, conv.state.customer)
    if not visits:
        return {"utterance": "I can't see a visit for you at the moment. Would you like to book one?"}
    visit = visits[0]
    if conv.real_time_config.get("use_dispatch_api") and visit.start.date() == local_now(conv).date():
        return _live_eta(conv, visit)
    return {"utterance": f"Your {visit.job} is due on {say_window(visit.start, visit.end)}."}


def _live_eta(conv, visit):
    response = conv.api.dispatch.technician_eta(visit.reference)
    conv.log_api_response(response)
    if response.status_code != 200:
        return {"utterance": f"Your {visit.job} is due on {say_window(visit.start, visit.end)}."}
    return {"utterance": f"Your technician should be with you in about {response.json()['minutes']} minutes."}
