from _gen import *  # <AUTO GENERATED>
from functions.branches import BRANCHES
from functions.dates import local_now, say_date
from functions.questions import questions
from functions.utterances import line


def start_function(conv: Conversation):
    attributes = conv.integration_attributes or {}
    conv.state.shared_id = attributes.get("shared_id")
    conv.state.caller_phone = conv.caller_number

    if language := attributes.get("language"):
        conv.set_language(language)
    questions(conv)
    branch = attributes.get("branch") or conv.sip_headers.get("X-Branch") or conv.memory.get("preferred_branch")
    if branch in BRANCHES:
        conv.set_variant(branch)
        conv.state.preferred_branch = branch

    conv.state.today = say_date(conv, local_now(conv).date())
    conv.state.notice = conv.real_time_config.get("notice", "")
    conv.state.visits = int(conv.memory.get("visits") or 0) + 1
    conv.write_metric("BRANCH", branch or conv.variant_name, write_once=True)

    name = conv.memory.get("guest_name") or attributes.get("guest_name")
    if name:
        conv.state.guest_name = name
        return {"utterance": line(conv, "welcome_back", name=name, branch=conv.variant.branch_name)}
    return ""
