from _gen import *  # <AUTO GENERATED>
from .summaries import summarize


def end_function(conv: Conversation):
    result = summarize(conv)
    conv.state.call_summary = result["summary"]
    conv.write_metric("MOOD", result["mood"])
    conv.write_metric("OUTCOME", conv.state.outcome or "none", write_once=True)
    conv.write_metric("IDENTIFIED", conv.state.customer is not None)
    if conv.state.job:
        conv.state.last_job = conv.state.job.summary
        conv.log.info("job", **conv.state.job.model_dump(mode="json"))
