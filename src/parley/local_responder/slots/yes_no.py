"""Yes or no, also when neither word is said."""

from __future__ import annotations

import re

from parley.local_responder.cache import cached_per_decision

_YES = re.compile(
    r"^(?:(?:um+|uh+|oh|well|ah|okay|ok|so|i guess|i think|hmm+)[\s,.]+)*(?:"
    r"y(?:es|eah|ep|up|ea|a)\b|sure\b|ok(?:ay)?\b|of course|certainly|absolutely|definitely|correct\b|right\b|exactly|"
    r"indeed|affirmative|please\b(?! (?:do not|don't))|go ahead|sounds? (?:good|great|fine|right|"
    r"perfect)|perfect|great\b|"
    r"fine\b|that(?:'s| is| would be|'d be| works| sounds)? ?(?:all )?(?:right|correct|fine|good|"
    r"great|it|perfect|works|me|ok(?:ay)?)"
    r"|it is\b|it's (?:right|correct|fine|good)|i (?:do|am|have|did|would|will|can|confirm|agree|"
    r"accept)\b(?! not)|i'd (?:like|love)|"
    r"let's do|do it|works for me|no problem|why not|you bet|by all means|confirm(?:ed)?\b|agreed|for sure|all good|"
    r"s[ií]\b|claro|oui\b|d'accord|ja\b|genau|natürlich|sim\b|certo|da\b|hai\b)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^(?:(?:um+|uh+|oh|well|ah|i guess|i think|actually|hmm+|sorry|yeah)[\s,.]+)*(?:"
    r"no\b(?! problem| worries| doubt)|nope|nah\b|not\b|never(?: ?mind)?\b|neither|negative|none\b|wrong\b|incorrect|"
    r"i (?:do not|don't|did not|didn't|am not|would not|wouldn't|will not|won't|have not|haven't|"
    r"cannot|can't)\b|i'm not|"
    r"(?:that|it)(?:'s| is| isn't| is not|s) ?(?:not|wrong|incorrect|correct\?|all\b)|(?:that|it) "
    r"(?:isn't|is not|won't|doesn't|does not)|"
    r"don't\b|do not\b|please don't|rather not|nein\b|non\b|não\b|nao\b|nee\b|cancel that|absolutely "
    r"not|of course not|certainly not)",
    re.IGNORECASE,
)
_NO_WITHIN = re.compile(
    r"\b(?:i don't think so|not really|no thanks?|no thank you|rather not|i'm good|that's all)\b", re.I
)
_SINGLE_WORDS = """
    yes yeah yep yup no nope nah sure ok okay please thanks thank you not really right correct that that's fine great
    perfect of course i do don't am i'm would it is isn't absolutely definitely exactly um uh well oh good sounds
"""
_NEGATED_YES = re.compile(r"^(?:absolutely|definitely|certainly|of course|sure) not\b", re.I)


_LATER = re.compile(r"[.!:]\s+(yes|yeah|yep|no|nope)\b(?=[\s,.!]|$)(?! (?:idea|matter|one|problem)\b)", re.IGNORECASE)
"""After something else: "I had my glasses somewhere. Yes, that's right"."""
_BARE_WORDS = frozenset(_SINGLE_WORDS.split())


@cached_per_decision
def is_bare_yes_or_no(text: str) -> bool:
    """Nothing but yes or no, however politely."""
    words = re.findall(r"[\w']+", text.lower().replace("’", "'"))
    return yes_or_no(text) is not None and all(word in _BARE_WORDS for word in words)


@cached_per_decision
def yes_or_no(text: str) -> bool | None:
    """None when the text is neither."""
    said = text.strip().replace("’", "'")
    # No comes first: "okay, no thanks" begins like a yes.
    if _NEGATED_YES.search(said) or _NO.search(said) or _NO_WITHIN.search(said):
        return False
    if _YES.search(said):
        return True
    later = _LATER.findall(said)
    return later[-1].lower() not in ("no", "nope") if later else None
