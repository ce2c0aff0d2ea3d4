from _gen import *  # <AUTO GENERATED>
from functions.calendar_words import say_window
from functions.helpers import ask_who, knows_caller
from functions.people import visits_of


def load_visits(conv: Conversation, flow: Flow):
    if not knows_caller(conv):
        if not conv.state.is_new_customer:
            return ask_who(conv, "Reschedule Visit")
        conv.exit_flow()
        return {"utterance": "Without an account I can't see a visit. Is there anything else I can do for you?"}
    if conv.state.visit_action == "eta":
        conv.exit_flow()
        return conv.functions.technician_eta()
    visits = visits_of(conv, conv.state.customer)
    if not visits:
        conv.exit_flow()
        return {"utterance": "I can't see a visit on your account. Is there anything else I can do for you?"}
    conv.state.visits = visits
    if len(visits) == 1:
        return take_visit(conv, flow, visits[0])
    listed = " and ".join(f"your {visit.job} on {say_window(visit.start, visit.end)}" for visit in visits)
    conv.state.visits_text = listed
    flow.goto_step("Which Visit", "several")
    return {"utterance": f"You have {listed}. Which one is it about?"}


def take_visit(conv, flow, visit):
    conv.state.visit, conv.state.visit_reference = visit, visit.reference
    when = say_window(visit.start, visit.end)
    if conv.state.visit_action == "cancel":
        flow.goto_step("Confirm Cancel", "cancel")
        return {"utterance": f"Your {visit.job} is on {when}. Shall I cancel it?"}
    flow.goto_step("New Day", "move")
    return {"utterance": f"Your {visit.job} is on {when}. What day would suit you better?"}
