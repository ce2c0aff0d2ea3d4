from _gen import *  # <AUTO GENERATED>
from flows.reschedule_visit.function_steps.load_visits import take_visit
from functions.helpers import last_user_text
from functions.slots import picked


@func_description("The caller has said which of their visits they mean.")
@func_parameter("choice", "The visit in the caller's own words")
def visit_picked(conv: Conversation, flow: Flow, choice: str):
    words = f"{choice} {last_user_text(conv)}".lower()
    by_job = [visit for visit in conv.state.visits if any(word in words for word in visit.job.split()[:2])]
    visit = by_job[0] if len(by_job) == 1 else picked(words, conv.state.visits)
    if visit is None:
        flow.goto_step("Which Visit", "unclear")
        return {"utterance": f"Sorry, which one: {conv.state.visits_text}?"}
    return take_visit(conv, flow, visit)
