from _gen import *  # <AUTO GENERATED>
from functions.branches import branch_in, last_user_text, switch_to
from functions.utterances import line


@func_description("Talk about another of our restaurants from now on.")
@func_parameter("branch", "The restaurant that the guest named: harbour, old_town or riverside")
def choose_branch(conv: Conversation, branch: str):
    chosen = branch_in(branch) or branch_in(last_user_text(conv))
    if chosen is None:
        return "We have three restaurants: Harbour, Old Town and Riverside. Ask which one the guest means."
    switch_to(conv, chosen)
    return {
        "utterance": line(conv, "branch_switched", branch=conv.variant.branch_name, address=conv.variant.address),
        "content": f"The conversation is now about {conv.variant.branch_name}.",
    }
