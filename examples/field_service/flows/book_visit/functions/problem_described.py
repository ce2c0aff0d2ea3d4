from _gen import *  # <AUTO GENERATED>
from functions.helpers import last_user_text
from functions.jobs import job_from
from functions.triage import NAMES, emergency_in, trade_by_model, trade_in


@func_description("The caller has said what is wrong.")
@func_parameter("description", "What is wrong, in the caller's own words")
@func_latency_control(
    delay_before_responses_start=2,
    silence_after_each_response=2,
    delay_responses=[("I see.", 1), ("Let me find the right person for that.", 2)],
)
def problem_described(conv: Conversation, flow: Flow, description: str):
    words = description if len((description or "").split()) > 1 else last_user_text(conv) or description
    if emergency := emergency_in(words):
        return conv.functions.report_emergency(kind=emergency)
    trade = trade_in(words) or trade_by_model(conv, words)
    conv.state.problem_words = words
    if trade is None:
        flow.goto_step("Which Trade", "unclear")
        return {"utterance": "I'd like to send the right person. Is it plumbing, heating or electrics?"}
    return take_job(conv, flow, trade, words)


def take_job(conv, flow, trade, words):
    conv.state.job = job_from(trade, words)
    conv.state.job_summary = conv.state.job.summary
    conv.write_metric("TRADE", trade)
    flow.goto_step("How Urgent", trade)
    return {
        "utterance": f"That is one for our {NAMES[trade]}. "
        "How soon do you need us: today, this week, or are you flexible?"
    }
