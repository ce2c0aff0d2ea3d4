"""The words the model reads besides the project's own. Every one can be overridden by ``prompts`` of the experimental
configuration; placeholders in braces are replaced literally, so that any other brace is harmless."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULTS: Mapping[str, str] = {
    "silence": "(The user has said nothing.)",
    "function_not_found": "There is no such function. Use only the functions offered to you, or answer in words.",
    "context_information_precursor": (
        "The following entries were found for what the user said. Use those that apply, follow their instructions, and "
        "never state facts that are neither here nor in the conversation."
    ),
    "context_information": "CONTEXT_INFORMATION\n{topics_prompt}",
    "step_header": "You are in the step “{step}” of “{flow}”. Do what the step says before anything else.\n<step>",
    "step_footer": "</step>",
    "non_english_system": "The user speaks {language_name}. Always reply in {language_name}.",
    "non_english_rag": "Translate whatever you use from these entries into {language_name}.",
    "voice_decorator": (
        "This is a phone call: your words are spoken aloud. Use short plain sentences, no lists, no markup, no emoji, "
        "and ask one thing at a time."
    ),
    "webchat_decorator": "This is a web chat. Keep answers short and easy to read on a small screen.",
    "sms_decorator": "This is a text message conversation. Answer in one or two short sentences without markup.",
    "rcs_decorator": "This is a text message conversation. Keep answers short and without markup.",
    "whatsapp_decorator": "This is a WhatsApp conversation. Keep answers short.",
    "language_switching_instructions": (
        "If the user speaks or asks for another of these languages, call switch_language first: {available_languages}."
    ),
    "language_switching_explicit": (
        "Only when the user asks to change the language, call switch_language first: {available_languages}."
    ),
    # Below: ours alone, overridable all the same.
    "rules_heading": "Rules:",
    "function_done": "(done)",
    "function_failed": (
        "The function could not be completed. Do not mention technical details; apologise briefly and go on, or offer "
        "another way."
    ),
    "function_invalid": "The function returned something unusable: {problem}",
    "arguments_wrong": "The function was not called. Correct the arguments and call it again: {problem}",
    "held": "(not run yet: the user is being asked, and it runs by itself once they agree)",
    "not_confirmed": (
        "The user did not plainly agree to {function}, so it was not run. Listen to what they say now; only if they "
        "still want it, call it again, and they are asked again."
    ),
    "too_long_to_confirm": "The function was not called: its arguments are too long for a user to agree to.",
    "not_run": "(not run: the conversation has moved on)",
    "call_now": "You announced this but did not do it. Call the function {function} now, with its arguments.",
    "withheld": "(A message of the user was withheld by the safety filter.)",
    "external_event": "An external event has arrived. Tell the user what matters to them in it:\n{data}",
    "transferred": "(the user is being transferred)",
    "transfer_failed": "The transfer to {destination} failed ({problem}). The user is still with you and knows it.",
    "given_back": "A person took over and has given the user back to you. This is what they said:\n{talk}",
    "interrupted": "(The user interrupted you here and has heard no more than that.)",
    "sms_sent": "The text message is on its way to the user.",
    "sms_no_number": "There is no phone number to send the message to. Tell the user that it cannot be sent.",
    "language_switched": "The conversation is now in {language_name}.",
    "collect_heading": "Collect these from the user, and call save_entities as soon as you know any of them:",
    "paths_heading": "Then call choose_path with the one that applies:",
    "today": "It is now {now}.",
    "saved": "Saved: {saved}.",
    "not_valid": "Not valid: {problems}. Ask the user again.",
    "nothing_saved": "Nothing was saved: give at least one of the values.",
    "path_closed": "That path is not open. Missing or not valid: {missing}. Ask the user for it.",
    "path_unknown": "There is no such path. Choose one of: {choices}.",
    "path_taken": "(path taken: {choice})",
    "rephrase": (
        "Rephrase the following message for a web chat in {language_name}. Keep every fact, number and question, add "
        "nothing, and answer with the message alone.\n\n{utterance}"
    ),
}

_PAIRED = ("step_header", "step_footer")
_TAGS = ("<step>", "</step>")


def effective_variables(overrides: Mapping[str, str]) -> Mapping[str, str]:
    """The project's words over ours. The tag that the step's header opens and its footer closes goes when only one of
    the two is overridden."""
    texts = {**DEFAULTS, **overrides}
    if sum(name in overrides for name in _PAIRED) == 1:
        for name, tag in zip(_PAIRED, _TAGS, strict=True):
            if name not in overrides:
                texts[name] = DEFAULTS[name].removesuffix(tag).rstrip()
    return texts


_LANGUAGE_NAMES = {
    "ar": "Arabic",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "ca": "Catalan",
    "cs": "Czech",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "et": "Estonian",
    "fa": "Persian",
    "fi": "Finnish",
    "fil": "Filipino",
    "fr": "French",
    "ga": "Irish",
    "gu": "Gujarati",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "id": "Indonesian",
    "is": "Icelandic",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mr": "Marathi",
    "ms": "Malay",
    "nb": "Norwegian",
    "nl": "Dutch",
    "no": "Norwegian",
    "pa": "Punjabi",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sr": "Serbian",
    "sv": "Swedish",
    "sw": "Swahili",
    "ta": "Tamil",
    "te": "Telugu",
    "th": "Thai",
    "tl": "Tagalog",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "vi": "Vietnamese",
    "yue": "Cantonese",
    "zh": "Chinese",
}


def language_name(code: str) -> str:
    """English name of a language; the code itself when it is a rare one."""
    return _LANGUAGE_NAMES.get(code.partition("-")[0].lower(), code)


def fill(text: str, **values: str) -> str:
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text
