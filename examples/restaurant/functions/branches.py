from _gen import *  # <AUTO GENERATED>

BRANCHES = {
    "harbour": ("harbour", "harbor", "quayside", "puerto"),
    "old_town": ("old town", "old_town", "old-town", "candlemaker", "casco antiguo"),
    "riverside": ("riverside", "river side", "willow bank", "río"),
}


@func_description("Utility module: which restaurant a guest means. Never called by the model.")
def branches(conv: Conversation):
    return "Utility module."


def branch_in(text):
    """The variant that a text names, or None."""
    lowered = (text or "").lower()
    for branch, spellings in BRANCHES.items():
        if any(spelling in lowered for spelling in spellings):
            return branch
    return None


def last_user_text(conv):
    alternatives = conv.transcript_alternatives or [""]
    return alternatives[0]


def switch_to(conv, branch):
    """Makes another restaurant the subject of the conversation; true when that is a change."""
    if not branch or branch == conv.variant_name:
        return False
    conv.set_variant(branch)
    conv.state.preferred_branch = branch
    conv.write_metric("BRANCH_CHOSEN", branch)
    return True
