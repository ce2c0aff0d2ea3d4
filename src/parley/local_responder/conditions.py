"""Whether the condition of an instruction holds: "the user confirms", "they want to cancel", "otherwise"."""

from __future__ import annotations

import re

from parley.kit.text.terms import terms
from parley.local_responder.fill import beside_values
from parley.local_responder.scene import Scene
from parley.local_responder.speech import USER
from parley.local_responder.yesno import is_bare, yes_or_no

HOLDS = 0.4
REFUSAL = 0.6
CHANGE = 0.6
OTHERWISE = 0.41
"""Just enough, so that any other condition that holds comes first."""

_NO = re.compile(
    r"\b(?:no\b|not\b|n't\b|nope|declin|refus|reject|incorrect|wrong|disagree|negative|nothing else|"
    r"den(?:y|ies))|n't\b",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:yes\b|yeah|confirm|agree|accept|correct|proceed|happy|ok\b|okay|affirmative|positive|"
    r"consent|ready|approve|interested|"
    r"would like|wants? (?:it|that|this|to (?:continue|proceed|go ahead))|go ahead|right\b)",
    re.IGNORECASE,
)
_EXPLICIT = re.compile(
    r"\b(?:yes|no|confirm|agree|accept|declin|refus|reject|correct|incorrect|proceed)", re.IGNORECASE
)
_SILENT = re.compile(
    r"\b(?:silent|silence|no (?:response|answer|input|reply)|does(?:n't| not) (?:respond|answer|reply|say))",
    re.IGNORECASE,
)
_POLAR_WORDS = set(
    terms(
        "yes no yeah confirm confirmed agree agreed accept correct incorrect proceed happy ready decline "
        "refuse reject wrong okay"
    )
    + terms(
        "answer answers say says reply replies response booking details information question offer "
        "continue confirmation"
    )
)
_NEGATED = re.compile(
    r"\bno longer\b|\bnot\b|n't\b|\bnever\b|\bneither\b|\bnothing\b|\bno more\b|any ?more\b", re.IGNORECASE
)
_REFUSAL = re.compile(
    r"\bnever ?mind\b|\bforget (?:it|about it)\b|\bchanged my mind\b|\b(?:don['’]?t|do not|no longer) "
    r"want\b(?! to (?:give|say|tell|share|leave|provide))|\bnot interested\b|\bno need\b|"
    r"\bleave it\b|\bdrop it\b|\bnot any ?more\b|\bcancel that\b",
    re.IGNORECASE,
)
_OF_CHANGE = re.compile(
    r"\b(?:change|correct|adjust|edit|fix) (?:something|anything|the details|any(?: of the)? details?|it|them|that)\b"
    r"|\bsomething (?:is|was) (?:wrong|incorrect|not right)\b|\bwants? (?:changes|corrections|a change)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:actually|instead|no wait|i meant|make (?:it|that)|wrong|incorrect|not right|change)\b", re.IGNORECASE
)
_INTRODUCED = re.compile(r"\b(?:[Mm]y name is|[Nn]ame['’]s|I['’]m|I am|[Tt]his is)(?: [A-Z][\w'’-]+){1,3}")
_FRAME = re.compile(
    rf"\b(?:the |this )?{USER}\b|\b(?:they|he|she|you)\b|\b(?:wants?|asks?|would like|needs?|mentions?|"
    rf"says?|tells?|is|are|has|have|"
    r"requests?|inquires?|enquires?|about|to|for|that|explicitly|clearly|indicates?|seems?|wishes|calls?|calling)\b",
    re.IGNORECASE,
)


def strength(condition: str, scene: Scene, *, yes_counts: bool = True) -> float:
    """0 (does not hold) to 1. An empty condition always holds. `yes_counts`: a mere yes can mean it."""
    if not condition:
        return 1.0
    if scene.situation.is_silence or not scene.user_text:
        return 1.0 if _SILENT.search(condition) else 0.0
    if condition == "otherwise":
        return OTHERWISE
    if quoted := re.findall(r"\"([^\"]+)\"", condition):
        return max(_polar(" ".join(quoted), scene), *scene.similarity(scene.user_text, quoted))
    if _is_polar(condition):
        return _polar(condition, scene) if yes_counts or _NO.search(condition) else 0.0
    if _OF_CHANGE.search(condition) and _CHANGED.search(scene.user_text):
        return CHANGE
    if is_negative(condition) and not refuses(scene.user_text):
        return 0.0
    meaning = meaning_of(condition)
    direct = max(scene.similarity(said(scene), _ways(meaning))) if meaning else 0.0
    if is_negative(condition):
        return max(direct, REFUSAL)
    return max(0.0 if refuses(scene.user_text) else direct, _agreed_to(condition, meaning, scene))


def is_negative(condition: str) -> bool:
    """ "The guest no longer wants …": what a refusal means."""
    return _NEGATED.search(condition) is not None


def refuses(text: str) -> bool:
    """Wants none of it: a plain no, or words to that effect. "No phone" and "no, at eight" are about one detail."""
    return (yes_or_no(text) is False and is_bare(text)) or _REFUSAL.search(text) is not None


def _is_polar(condition: str) -> bool:
    """Says no more than yes or no."""
    rest = [term for term in terms(_FRAME.sub(" ", condition)) if term not in _POLAR_WORDS]
    if rest:
        return len(rest) == 1 and _EXPLICIT.search(condition) is not None
    return (_YES.search(condition) or _NO.search(condition)) is not None


def _polar(condition: str, scene: Scene) -> float:
    answer = yes_or_no(scene.user_text)
    if answer is None:
        return 0.0
    return 1.0 if answer is not bool(_NO.search(condition)) else 0.0


def _agreed_to(condition: str, meaning: str, scene: Scene) -> float:
    """Yes or no to a question that was about this very thing."""
    answer = yes_or_no(scene.user_text)
    if answer is None or not meaning or answer is bool(_NO.search(condition)):
        return 0.0
    return 0.9 if scene.similarity(scene.situation.last_agent_text, [meaning])[0] >= HOLDS else 0.0


def meaning_of(condition: str) -> str:
    """Without what every condition says: "the caller wants to make an appointment" → "make an appointment"."""
    return " ".join(_FRAME.sub(" ", condition).split())


def said(scene: Scene) -> str:
    """What the user's words are about: dates, times, numbers and their name only blur it."""
    rest = re.sub(r"[\s,]+", " ", beside_values(_INTRODUCED.sub(" ", scene.user_text), scene.listener)).strip()
    return rest or scene.user_text


def _ways(meaning: str) -> list[str]:
    """The whole and what each "or" in it offers. "Change" in "change or cancel a booking" is no way by itself."""
    parts = re.split(r",? or ", meaning)
    whole = [part for place, part in enumerate(parts) if len(terms(part)) > 1 or place == len(parts) - 1]
    return [meaning, *whole] if len(parts) > 1 else [meaning]
