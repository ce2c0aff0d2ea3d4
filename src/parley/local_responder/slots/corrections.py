"""What somebody says in place of what they said before: "friday, no wait, saturday", "7:30 if 8 isn't possible"."""

from __future__ import annotations

import re

from parley.local_responder.cache import cached_per_decision

MAX_PARTS = 6

_I_MEANT = r"i (?:mean|meant)|make (?:it|that)|actually|sorry|hang on|hold on|rather"
_MARKER = re.compile(
    r"[\s,.;:…–-]+(?:(?:oh |or |um+ |uh+ |well )?"
    rf"(?:no[,\s]+(?:wait|{_I_MEANT})|wait|or rather|scratch that|correction|{_I_MEANT})"
    rf"(?:[,\s]+(?:no|{_I_MEANT}|that['’]?s wrong|it['’]?s))*)(?!\w)[\s,.:…–-]*"
    r"|\s*[,.;…–-]+\s*(?:or |oh )?(?:no|nope|nah)(?!\w)[\s,.:…–-]*",
    re.IGNORECASE,
)
_UNLESS = re.compile(
    r"\s*(?:,\s*)?\b(?:if|in case|since|because|as|when)\b[^,.;]{0,40}?\b"
    r"(?:is(?:n['’]?t| not)|are(?:n['’]?t| not)|not|can['’]?t|cannot|does(?:n['’]?t| not)|won['’]?t|unavailable|"
    r"taken|full|gone|booked|busy)\b[^,.;]{0,25}",
    re.IGNORECASE,
)
_THIS = r"(?:the |at |on |for )?\S+"
_NOT_THIS = re.compile(
    rf",?\s+(?:not|instead of|rather than)\s+{_THIS}(?:\s+(?:am|pm|people|days|o['’]?clock))?\s*(?=[,.;!?]|$)"
    rf"|\bnot\s+{_THIS}(?:\s+\S+)?\s+but\s+",
    re.IGNORECASE,
)


@cached_per_decision
def said_last_first(text: str) -> tuple[str, ...]:
    """The parts of a text between its corrections, the last one first: what it says counts. What is said not to be
    possible, or not to be meant, is left out."""
    kept = _NOT_THIS.sub(" ", _UNLESS.sub(" ", text))
    if not kept.strip(" ,.;!?"):
        kept = text
    parts = [part.strip(" ,;") for part in _MARKER.split(kept, maxsplit=MAX_PARTS) if part.strip(" ,.;!?")]
    return tuple(reversed(parts)) or (text,)
