from _gen import *  # <AUTO GENERATED>
from functions.helpers import remember_customer
from functions.people import customer_by_account, customer_by_phone, visits_of


@func_description("Greets the caller. Call it first, before anything is said.")
@func_latency_control(
    delay_before_responses_start=2,
    silence_after_each_response=3,
    delay_responses=[("[Ring]", 3)],
)
def caller_arrived(conv: Conversation, flow: Flow):
    conv.exit_flow()
    customer = customer_by_account(conv.state.given_account) or customer_by_phone(conv.caller_number)
    notice = conv.real_time_config.get("storm_notice", "")
    if customer is None:
        where = conv.variant.region_name
        return {"utterance": f"Thank you for calling Brightway Home Services in {where}. {notice}How can I help you?"}
    remember_customer(conv, customer)
    conv.write_metric("RECOGNIZED", True, write_once=True)
    visits = visits_of(conv, customer)
    about = f"Is it about your {visits[0].job}, or something else?" if visits else "How can I help you?"
    return {
        "utterance": f"Hello {customer.first_name}, this is Brightway Home Services. {notice}{about}",
        "content": f"The caller is {customer.name}, account {customer.account}.",
    }
