"""A conversation in the caller's language where the project has it; else they hear which ones it has."""

from __future__ import annotations

from parley.local_responder.context import SWITCH_LANGUAGE, DialogContext, Reply
from parley.local_responder.languages import base_language, detect_language, language_name
from parley.local_responder.phrases import join_list


def switch_language(context: DialogContext) -> Reply | None:
    """To the language of the newest words, once in a turn."""
    spoken = _foreign_language(context)
    code = next((one for one in available_languages(context) if base_language(one) == spoken), None)
    if code is None or context.has_switched_language:
        return None
    return Reply(tool=SWITCH_LANGUAGE, arguments={"language": code})


def reply_in_known_language(context: DialogContext) -> Reply | None:
    """To words in a language that the project lacks. What the rules would make of them is chance."""
    spoken = _foreign_language(context)
    if spoken is None or context.has_switched_language:
        return None
    known = list(dict.fromkeys(map(language_name, (context.situation.language, *available_languages(context)))))
    heard = language_name(spoken)
    return Reply(context.phrase("other_language").format(heard=heard, known=join_list(known, "or")))


def available_languages(context: DialogContext) -> list[str]:
    """Those that the conversation can change to; none when the project has only one."""
    tool = context.tools.get(SWITCH_LANGUAGE)
    schema = tool.parameters.get("properties", {}).get("language", {}) if tool else {}
    return [str(code) for code in schema.get("enum", ())]


def _foreign_language(context: DialogContext) -> str | None:
    spoken = detect_language(context.user_text)
    return spoken if spoken != base_language(context.situation.language) else None
