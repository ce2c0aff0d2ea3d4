"""The built-in safety classifier: weighted rules per category, English, no model and no network.

It is a floor, not a judge: it catches what is plain. Anything better goes behind the same protocol.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import lru_cache

from parley.runtime.turn.reply import phrases

JAILBREAK = "jailbreak"
JAILBREAK_LEVEL = "medium"
MAX_CHARACTERS = 8_000
WINDOW, COMMON = 1_000, 200
"""Characters that are searched at a time, and with what follows, so that nothing is missed at a border: a search of all
at once would keep everyone waiting, off the loop too."""

_LEAST_WEIGHT = {"lenient": 3, "medium": 2, "strict": 1}
# In these patterns white space counts only inside brackets; the text that they search has single spaces.
_PEOPLE = r"""(?:jews?|muslims?|christians?|blacks?|whites?|asians?|mexicans?|immigrants?|refugees|gays?|lesbians?
    |trans\w*|women|men|indians?|arabs?|foreigners)"""
_VICTIM = r"""(?:you|him|her|them|someone|somebody|people|everyone|everybody
    |my[ ](?:wife|husband|boss|neighbou?r|child|kids?))"""
_MINOR = r"(?:child(?:ren)?|minors?|kids?|under[ ]?age|teenage(?:r|rs)?)"
_NUDITY = r"(?:sex[ ]with|porn|nudes|naked[ ](?:pictures?|photos?))"

# Each rule: weight (3 severe, 2 plain, 1 mild) and pattern.
_RULES: Mapping[str, tuple[tuple[int, str], ...]] = {
    "violence": (
        (3, rf"""(?:i'll|i(?:'m|[ ]am)?[ ](?:going[ ]to|gonna|will|want[ ]to|wanna)|how[ ](?:do[ ]i|to|can[ ]i))
            [ ](?:kill|murder|shoot|stab|strangle|poison)[ ]{_VICTIM}"""),
        (3, r"(?:build|make|plant|detonate)[ ](?:an?[ ])?(?:pipe[ ]|car[ ]|nail[ ])?bomb"),
        (3, r"""(?:shoot[ ]up|blow[ ]up|burn[ ]down)[ ](?:the|a|your|this)[ ]
            (?:school|office|building|church|mosque|synagogue|store|place)"""),
        (2, rf"(?:beat|hurt|attack|choke|smash|break)[ ]{_VICTIM}[ ](?:up|to[ ]death|face|neck|legs?)"),
        (2, rf"(?:kill|murder|behead|torture|slaughter)[ ]{_VICTIM}"),
        (1, r"(?:punch|slap|strangle|bloodbath|massacre|behead(?:ing)?|torture)"),
    ),
    "hate": (
        (3, rf"(?:kill|gas|exterminate|lynch)[ ](?:all[ ])?(?:the[ ])?{_PEOPLE}"),
        (3, rf"{_PEOPLE}[ ](?:should|must|deserve[ ]to)[ ](?:all[ ])?(?:die|be[ ]killed|be[ ]exterminated|burn)"),
        (3, r"(?:n[i1]gg(?:er|a)s?|k[i1]kes?|sp[i1]cs?|ch[i1]nks?|f[a4]gg?[o0]ts?|tr[a4]nn(?:y|ies)|w[e3]tb[a4]cks?)"),
        (2, rf"i[ ](?:really[ ])?(?:hate|despise)[ ](?:all[ ])?(?:the[ ]|those[ ]|these[ ])?{_PEOPLE}"),
        (2, rf"{_PEOPLE}[ ]are[ ](?:all[ ])?(?:animals|vermin|scum|subhuman|parasites|inferior|criminals)"),
        (2, r"go[ ]back[ ]to[ ]your[ ](?:own[ ])?country"),
        (1, r"(?:retard(?:ed|s)?|master[ ]race|white[ ]power|racial[ ]purity)"),
    ),
    "sexual": (
        (3, rf"{_NUDITY}\b.{{0,30}}\b{_MINOR}"),
        (3, rf"{_MINOR}\b.{{0,30}}\b{_NUDITY}"),
        (3, r"(?:rape|raping|molest)"),
        (2, r"(?:fuck[ ]me|suck[ ]my|blow[ ]?job|hand[ ]?job|cum[ ]on|jerk(?:ing)?[ ]off|masturbat\w+)"),
        (2, r"(?:send[ ](?:me[ ])?nudes?|have[ ]sex[ ]with[ ](?:me|you)|talk[ ]dirty|sexting|horny)"),
        (1, r"(?:porn\w*|nudes?|erotic\w*|orgasm\w*|boobs?|penis|vagina|dildos?)"),
    ),
    "self_harm": (
        (3, r"(?:kill(?:ing)?|hang(?:ing)?|shoot(?:ing)?|drown(?:ing)?)[ ]myself"),
        (3, r"(?:end(?:ing)?|tak(?:e|ing))[ ]my[ ](?:own[ ])?life"),
        (3, r"(?:commit(?:ting)?|attempt(?:ing)?)[ ]suicide|i(?:'m|[ ]am)[ ]suicidal"),
        (3, r"i[ ](?:just[ ])?(?:want[ ]to|wanna)[ ]die|better[ ]off[ ]dead"),
        (2, r"(?:cut(?:ting)?|hurt(?:ing)?|harm(?:ing)?|burn(?:ing)?)[ ]myself[ ](?:on[ ]purpose|again|badly)"),
        (2, r"self[- ]harm\w*|(?:no[ ]reason|don't[ ]want)[ ]to[ ](?:live|go[ ]on|be[ ]alive)"),
        (1, r"(?:suicid(?:e|al)|overdos(?:e|ing))"),
    ),
    JAILBREAK: (
        (3, r"""(?:ignore|disregard|forget|override|bypass)\b(?![ ]my\b).{0,30}
            \b(?:previous|prior|above|earlier|your|all|system|safety)\b.{0,25}
            \b(?:instructions?|rules?|prompts?|guidelines?|programming|restrictions?|filters?)"""),
        (3, r"""(?:you[ ]are|you're|act[ ]as|pretend[ ]to[ ]be|become)[ ](?:now[ ])?
            (?:dan|stan|jailbroken|an?[ ](?:unrestricted|unfiltered|uncensored)[ ](?:ai|model|assistant|chatbot))"""),
        (2, r"""(?:show|reveal|print|repeat|tell[ ]me|give[ ]me|output|what(?:'s|[ ]is|[ ]are))\b.{0,25}
            \b(?:your[ ](?:system|initial|hidden|original)|the[ ]system)[ ](?:prompt|instructions?|message)"""),
        (2, r"(?:developer|debug|god|dan|jailbreak)[ ]mode[ ](?:on|enabled|activated)"),
        (2, r"enable[ ](?:developer|god|jailbreak)[ ]mode"),
        (1, r"(?:no[ ]longer[ ]bound|without[ ]any[ ](?:restrictions?|filters?|rules)|do[ ]anything[ ]now)"),
    ),
}  # fmt: skip


@lru_cache(maxsize=256)
def _any_of(category: str, least: int) -> re.Pattern[str] | None:
    """All rules of a category that weigh so much, as one pattern."""
    patterns = [f"(?:{pattern})" for weight, pattern in _RULES.get(category, ()) if weight >= least]
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE | re.VERBOSE) if patterns else None


class RuleClassifier:
    async def check(self, text: str, levels: Mapping[str, str]) -> str | None:
        if len(text) <= WINDOW:
            return classify(text, levels)
        return await asyncio.to_thread(classify, text, levels)


def classify(text: str, levels: Mapping[str, str]) -> str | None:
    # Patterns expect single spaces and plain apostrophes; phones and editors write others.
    tidy = " ".join(text[:MAX_CHARACTERS].replace("’", "'").split())
    windows = range(0, max(1, len(tidy)), WINDOW)
    for category, level in levels.items():
        pattern = _any_of(category, _LEAST_WEIGHT.get(level, 2))
        if pattern is not None and any(pattern.search(tidy, at, at + WINDOW + COMMON) for at in windows):
            return category
    return None


def fallback(category: str, language: str) -> str:
    """What the user hears instead of a blocked text."""
    return phrases.sentence(phrases.SELF_HARM if category == "self_harm" else phrases.BLOCKED, language)
