from _gen import *  # <AUTO GENERATED>


def end_function(conv: Conversation):
    conv.write_metric("OUTCOME", _outcome(conv), write_once=True)
    conv.write_metric("LANGUAGE", conv.language)
    conv.write_metric("GUEST_TURNS", sum(1 for said in conv.history if said.role == "user" and said.text))
    questions = [event for event in conv.metric_events if _name(event) == "QA"]
    conv.write_metric("QUESTIONS_ANSWERED", len(questions))
    if conv.current_flow:
        conv.write_metric("LEFT_IN", f"{conv.current_flow}: {conv.current_step}")
    conv.log.info("conversation ended", outcome=_outcome(conv), branch=conv.variant_name)


def _outcome(conv):
    if conv.state.handoff_to:
        return f"handoff to {conv.state.handoff_to}"
    return conv.state.outcome or ("abandoned" if conv.current_flow else "answered")


def _name(event):
    return event["name"] if isinstance(event, dict) else event.name
