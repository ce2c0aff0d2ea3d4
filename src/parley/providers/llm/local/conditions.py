"""Whether the condition of an instruction holds: "the user confirms", "they want to cancel", "otherwise"."""

from __future__ import annotations

import re

from parley.kit.text.terms import terms
from parley.providers.llm.local.scene import Scene
from parley.providers.llm.local.speech import USER
from parley.providers.llm.local.yesno import yes_or_no

HOLDS = 0.4
OTHERWISE = 0.41
"""Just enough, so that any other condition that holds comes first."""

_NO = re.compile(
    r"\b(?:no\b|not\b|n't\b|nope|declin|refus|reject|incorrect|wrong|disagree|negative|nothing else|den(?:y|ies))|n't\b",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:yes\b|yeah|confirm|agree|accept|correct|proceed|happy|ok\b|okay|affirmative|positive|consent|ready|approve|interested|"
    r"would like|wants? (?:it|that|this|to (?:continue|proceed|go ahead))|go ahead|right\b)",
    re.IGNORECASE,
)
_SILENT = re.compile(
    r"\b(?:silent|silence|no (?:response|answer|input|reply)|does(?:n't| not) (?:respond|answer|reply|say))",
    re.IGNORECASE,
)
_POLAR_WORDS = set(
    terms(
        "yes no yeah confirm confirmed agree agreed accept correct incorrect proceed happy ready decline refuse reject wrong okay"
    )
    + terms(
        "answer answers say says reply replies response booking details information question offer continue confirmation"
    )
)
_FRAME = re.compile(
    rf"\b(?:the |this )?{USER}\b|\b(?:they|he|she|you)\b|\b(?:wants?|asks?|would like|needs?|mentions?|says?|tells?|is|are|has|have|"
    r"requests?|inquires?|enquires?|about|to|for|that|explicitly|clearly|indicates?|seems?|wishes|calls?|calling)\b",
    re.IGNORECASE,
)


def strength(condition: str, scene: Scene) -> float:
    """0 (does not hold) to 1. An empty condition always holds."""
    if not condition:
        return 1.0
    if scene.situation.is_silence or not scene.user_text:
        return 1.0 if _SILENT.search(condition) else 0.0
    if condition == "otherwise":
        return OTHERWISE
    if quoted := re.findall(r"\"([^\"]+)\"", condition):
        return max(_polar(" ".join(quoted), scene), *scene.similarity(scene.user_text, quoted))
    if _is_polar(condition):
        return _polar(condition, scene)
    meaning = _meaning(condition)
    direct = scene.similarity(scene.user_text, [meaning])[0] if meaning else 0.0
    return max(direct, _agreed_to(condition, meaning, scene))


def _is_polar(condition: str) -> bool:
    """Says no more than yes or no."""
    rest = [term for term in terms(_FRAME.sub(" ", condition)) if term not in _POLAR_WORDS]
    return len(rest) <= 1 and (_YES.search(condition) or _NO.search(condition)) is not None


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


def _meaning(condition: str) -> str:
    return " ".join(_FRAME.sub(" ", condition).split())
