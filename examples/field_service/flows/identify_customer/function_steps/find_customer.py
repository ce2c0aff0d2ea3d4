from _gen import *  # <AUTO GENERATED>
from functions.helpers import collected, remember_customer
from functions.people import customer_by_account, customer_by_phone

MAX_ATTEMPTS = 2
QUESTIONS = {
    "Describe Problem": "What seems to be the problem?",
    "How Urgent": "How soon do you need us: today, this week, or are you flexible?",
}


@func_latency_control(
    delay_before_responses_start=1,
    silence_after_each_response=2,
    delay_responses=[("Let me look that up.", 2)],
)
def find_customer(conv: Conversation, flow: Flow):
    account, phone = collected(conv, "account_number"), collected(conv, "contact_phone")
    customer = customer_by_account(account) or customer_by_phone(phone)
    if customer:
        remember_customer(conv, customer)
        return _go_on(conv, f"Thank you, {customer.first_name}.")
    conv.state.attempts += 1
    if collected(conv, "customer_type") == "new" or conv.state.attempts > MAX_ATTEMPTS:
        conv.state.is_new_customer = True
        return _go_on(conv, "No problem, welcome to Brightway.")
    flow.goto_step("Ask For Account", "not found")
    return {"utterance": "I can't find that. Could you give me the account number or the phone number again?"}


def _go_on(conv, words):
    target = conv.state.after_identification or {"goto_flow": "Book Visit", "goto_step": "Describe Problem"}
    conv.state.after_identification = None
    question = QUESTIONS.get(target.get("goto_step", ""))
    if question:
        return {"utterance": f"{words} {question}", "transition": target}
    return {"transition": target}
