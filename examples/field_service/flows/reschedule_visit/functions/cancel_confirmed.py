from _gen import *  # <AUTO GENERATED>
from functions.people import cancelled, keep_visit


@func_description("The caller has answered whether the visit should really be cancelled.")
@func_parameter("confirmed", "true to cancel the visit, false to keep it")
def cancel_confirmed(conv: Conversation, flow: Flow, confirmed: bool):
    conv.exit_flow()
    if not confirmed:
        return {"utterance": "All right, we'll see you then. Is there anything else I can do for you?"}
    conv.state.visit = keep_visit(conv, cancelled(conv.state.visit))
    conv.state.outcome = "visit cancelled"
    conv.write_metric("VISIT_CANCELLED", conv.state.visit.reference)
    return {"utterance": "Your visit is cancelled, at no charge. Is there anything else I can do for you?"}
