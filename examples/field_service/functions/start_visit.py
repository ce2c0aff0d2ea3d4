from _gen import *  # <AUTO GENERATED>
from .helpers import ask_who, knows_caller, last_user_text
from .jobs import job_from
from .triage import describes_a_problem, emergency_in, trade_in


@func_description("Start booking a visit for a repair or an installation.")
@func_parameter("problem", "What is wrong, in the caller's own words; NA if they have not said yet")
def start_visit(conv: Conversation, problem: str):
    words = problem if describes_a_problem(problem) else last_user_text(conv)
    if emergency := emergency_in(words):
        return conv.functions.report_emergency(kind=emergency)
    conv.write_metric("VISIT_STARTED")
    conv.state.job = None
    if describes_a_problem(words):
        conv.state.job = job_from(trade_in(words), words)
        conv.state.job_summary = conv.state.job.summary
    step = "How Urgent" if conv.state.job else "Describe Problem"
    if not knows_caller(conv) and not conv.state.is_new_customer:
        return ask_who(conv, "Book Visit", step)
    return {"transition": {"goto_flow": "Book Visit", "goto_step": step}}
