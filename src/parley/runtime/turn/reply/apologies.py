"""Whether a reply says that the user was not understood or cannot be helped. Reports count such turns as not
understood, and no question as answered by them."""

from __future__ import annotations

import re

LOOKED_AT = 400
"""Characters: an agent that did not understand says so first."""

_ENGLISH = (
    r"(?:did(?:n't| not)|do(?:n't| not)|could(?:n't| not)|can(?:'t|not)) (?:quite |really |fully |yet )?"
    r"(?:understand|catch|get|follow|make out) (?:that|you|what you|your (?:question|request|message)|yet|it)\b",
    r"do(?:n't| not) understand\b",
    r"not (?:quite |really )?sure (?:what you mean|i understand|i follow|(?:how |that )?i can (?:help|assist))",
    r"(?:can't|cannot|unable to|not able to|could not|couldn't) (?:help|assist)(?: you)? with (?:that|this)\b",
    r"(?:do(?:n't| not) have|have no) (?:any |the )?(?:information|details|answer)\b",
    r"something went wrong|trouble with that|let me ask once more",
)
_BY_LANGUAGE: dict[str, tuple[str, ...]] = {
    "en": _ENGLISH,
    "es": (
        r"no (?:le |te |lo |la )?(?:he entendido|entiendo|entend[ií]|comprendo)",
        r"no puedo ayudar(?:le|te)? con eso|algo ha (?:fallado|salido mal)",
    ),
    "fr": (r"pas (?:bien )?compris|ne comprends pas|ne peux pas vous aider|un problème est survenu",),
    "de": (
        r"nicht (?:ganz |richtig )?verstanden|verstehe (?:sie |das |ich )?(?:leider )?nicht",
        r"dabei kann ich (?:ihnen )?(?:leider )?nicht helfen|etwas schiefgegangen",
    ),
    "it": (r"non ho capito|non capisco|non posso aiutar(?:la|ti)|andato storto",),
    "pt": (r"não (?:entendi|compreendi|percebi|entendo)|não posso ajudar com isso|algo correu mal",),
    "nl": (r"niet begrepen|begrijp (?:u |je |het |dat )?niet|daar kan ik niet mee helpen",),
}
_PATTERNS = {code: re.compile(rf"\b(?:{'|'.join(phrases)})") for code, phrases in _BY_LANGUAGE.items()}

_HINTS: dict[str, tuple[str, ...]] = {
    "en": ("n't", "not ", "unable", "no ", "wrong", "trouble", "once more"),
    "es": ("no ", "fallado", "mal"),
    "fr": ("pas ", "problème"),
    "de": ("nicht", "schief"),
    "it": ("non ", "storto"),
    "pt": ("não ", "mal"),
    "nl": ("niet",),
}
"""Most replies hold none of these, and need no closer look."""


def is_apology(reply: str, language: str) -> bool:
    """`language` is that of the conversation. English is read in any: responders fall back to it."""
    text = reply[:LOOKED_AT].lower().replace("’", "'")
    own = language.partition("-")[0].lower()
    for code in {own if own in _PATTERNS else "en", "en"}:
        if any(hint in text for hint in _HINTS[code]) and _PATTERNS[code].search(text):
            return True
    return False
