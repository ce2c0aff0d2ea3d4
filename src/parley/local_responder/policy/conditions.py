"""Whether the condition of an instruction holds: "the user confirms", "they want to cancel", "otherwise"."""

from __future__ import annotations

import re

from parley.kit.text.slips import COMMON, correct_words
from parley.kit.text.terms import terms
from parley.local_responder.context import DialogContext
from parley.local_responder.prompts.phrasing import USER
from parley.local_responder.slots.extraction import strip_values
from parley.local_responder.slots.spanish import translate_requests
from parley.local_responder.slots.yes_no import is_bare_yes_or_no, yes_or_no

MIN_SCORE = 0.4
"""From which a condition holds."""
REJECTION_SCORE = 0.6
CHANGE_SCORE = 0.6
OTHERWISE_SCORE = 0.41
"""Just above the minimum, so that any other condition that holds comes first."""

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
OTHER_DEED = 0.6
"""Of the score of a case in which something else is done with the same thing."""
_DEEDS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        r"cancel(?:s|led|ling|lation)?|delete|call off|get rid of",
        r"chang(?:e|es|ed|ing)|reschedul(?:e|es|ed|ing)|amend|modify|postpone|edit|"
        r"mov(?:e|ing) (?:my|the|our|it|that) (?:\w+ )?(?:booking|stay|appointment|reservation|visit|order|delivery|"
        r"date|slot|table|session|class|meeting)",
    )
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
_REJECTION = re.compile(
    r"\bnever ?mind\b|\bforget (?:it|about it)\b|\bchanged my mind\b|\b(?:don['’]?t|do not|no longer) "
    r"want\b(?! to (?:give|say|tell|share|leave|provide))|\bnot interested\b|\bno need\b|"
    r"\btoo (?:expensive|dear|pricey|late|far|long)\b|\bcan['’]?t afford\b|\bnot for me\b|"
    r"\bleave it\b|\bdrop it\b|\bnot any ?more\b|\bcancel that\b",
    re.IGNORECASE,
)
_CHANGE_CONDITION = re.compile(
    r"\b(?:change|correct|adjust|edit|fix) (?:something|anything|the details|any(?: of the)? details?|it|them|that)\b"
    r"|\bsomething (?:is|was) (?:wrong|incorrect|not right)\b|\bwants? (?:changes|corrections|a change)\b",
    re.IGNORECASE,
)
_CHANGE_WORDS = re.compile(
    r"\b(?:actually|instead|no wait|i meant|make (?:it|that)|wrong|incorrect|not right|change)\b", re.IGNORECASE
)
_INTRODUCTION = re.compile(r"\b(?:[Mm]y name is|[Nn]ame['’]s|I['’]m|I am|[Tt]his is)(?: [A-Z][\w'’-]+){1,3}")
_REQUEST_FRAME = re.compile(
    r"^\W*(?:(?:hi|hiya|hello|hey|so|and|ok(?:ay)?|well|sorry|please|then|also|oh|um+|uh+)\b[\s,.!]*)*"
    r"(?:(?:can|could|may|might) (?:i|we|you)(?: please)?(?: (?:just|also))?(?= \w)"
    r"|(?:i|we)(?:['’]?d| would|['’]?ll)? (?:also |just |really )?(?:want|wanna|need|like|love|have|wish)"
    r"(?: to)?(?= \w)"
    r"|i['’]?d like(?: to)?(?= \w))",
    re.IGNORECASE,
)
"""What every request may begin with; what is wanted comes behind it."""
_AROUND = r"(?:on|at|from|for|in|by|to|the|next|this|and|of|around|about|until|pls|please)"
_OF_VALUES = re.compile(
    rf"\b(?:{_AROUND}\s+)+(?:days?|weeks?|nights?|hours?|people|persons?)\b|\b(?:{_AROUND}[\s,]+)*{_AROUND}"
    rf"(?=\s+{_AROUND}\b|\s*[,.!?]|\s*$)",
    re.IGNORECASE,
)
"""What stood around a value that was taken out."""
_FRAME = re.compile(
    rf"\b(?:the |this )?{USER}\b|\b(?:they|he|she|you)\b|\b(?:wants?|asks?|would like|needs?|mentions?|"
    rf"says?|tells?|is|are|has|have|"
    r"requests?|inquires?|enquires?|about|to|for|that|explicitly|clearly|indicates?|seems?|wishes|calls?|calling)\b",
    re.IGNORECASE,
)


def score_condition(condition: str, context: DialogContext, *, yes_counts: bool = True) -> float:
    """0 (does not hold) to 1. An empty condition always holds. `yes_counts`: a mere yes can mean it."""
    if not condition:
        return 1.0
    if context.situation.is_silence or not context.user_text:
        return 1.0 if _SILENT.search(condition) else 0.0
    if condition == "otherwise":
        return OTHERWISE_SCORE
    if quoted := re.findall(r"\"([^\"]+)\"", condition):
        return max(_score_polar(" ".join(quoted), context), *context.similarity(context.user_text, quoted))
    if _is_polar(condition):
        return _score_polar(condition, context) if yes_counts or _NO.search(condition) else 0.0
    if _CHANGE_CONDITION.search(condition) and _CHANGE_WORDS.search(context.user_text):
        return CHANGE_SCORE
    if is_negated(condition) and not is_rejection(context.user_text):
        return 0.0
    meaning = strip_condition_frame(condition)
    direct = max(context.similarity(words_without_values(context), _alternatives(meaning))) if meaning else 0.0
    if is_negated(condition):
        return max(direct, REJECTION_SCORE)
    return max(0.0 if is_rejection(context.user_text) else direct, _score_agreement(condition, meaning, context))


def score_wish(text: str, context: DialogContext, words: str | None = None) -> float:
    """How well the user's words fit a case that a rule names, or what a tool is for: 0 to 1. A mere yes fits only what
    the agent asked about, a no nothing."""
    meaning = strip_condition_frame(text) if words is None else text
    if not meaning or context.user_text == "" or (words is None and _is_polar(text)):
        return 0.0
    if is_bare_yes_or_no(context.user_text):
        return _score_agreement(text, meaning, context)
    said = words_without_values(context) if words is None else words
    alternatives = _alternatives(meaning) if words is None else [meaning]
    scores = context.similarity(said, alternatives)
    return max(
        score * (OTHER_DEED if _differ_in_deed(said, one) else 1.0)
        for score, one in zip(scores, alternatives, strict=True)
    )


def _differ_in_deed(said: str, meant: str) -> bool:
    """ "I'd like to book an appointment" is not "cancel an appointment", however much the words have in common."""
    return any((deed.search(said) is None) is not (deed.search(meant) is None) for deed in _DEEDS)


def is_negated(condition: str) -> bool:
    """ "The guest no longer wants …": what a refusal means."""
    return _NEGATED.search(condition) is not None


def is_about_agreement(condition: str) -> bool:
    """Speaks of a yes or a no."""
    return _EXPLICIT.search(condition) is not None


def is_rejection(text: str) -> bool:
    """A plain no to the whole matter, or words to that effect. "No phone" and "no, at eight" are about one detail."""
    return (yes_or_no(text) is False and is_bare_yes_or_no(text)) or _REJECTION.search(text) is not None


def _is_polar(condition: str) -> bool:
    """Says no more than yes or no."""
    rest = [term for term in terms(_FRAME.sub(" ", condition)) if term not in _POLAR_WORDS]
    if rest:
        return len(rest) == 1 and _EXPLICIT.search(condition) is not None
    return (_YES.search(condition) or _NO.search(condition)) is not None


def _score_polar(condition: str, context: DialogContext) -> float:
    answer = yes_or_no(context.user_text)
    if answer is None:
        return 0.0
    return 1.0 if answer is not bool(_NO.search(condition)) else 0.0


def _score_agreement(condition: str, meaning: str, context: DialogContext) -> float:
    """Yes or no to a question of the agent's that was about this condition."""
    answer = yes_or_no(context.user_text)
    if answer is None or not meaning or answer is bool(_NO.search(condition)):
        return 0.0
    return 0.9 if context.similarity(context.situation.last_agent_text, [meaning])[0] >= MIN_SCORE else 0.0


def strip_condition_frame(condition: str) -> str:
    """Without what every condition says: "the caller wants to make an appointment" → "make an appointment"."""
    return " ".join(_FRAME.sub(" ", condition).split())


def words_without_values(context: DialogContext) -> str:
    """The user's words without dates, times, numbers and their name, which no condition speaks of."""
    said = correct_words(translate_requests(context.user_text), context.vocabulary | COMMON)
    rest = strip_values(_INTRODUCTION.sub(" ", said), context.extraction)
    rest = " ".join((rest if rest == said else _OF_VALUES.sub(" ", rest)).replace(",", " ").split())
    return _REQUEST_FRAME.sub("", rest).strip() or rest or context.user_text


def _alternatives(meaning: str) -> list[str]:
    """The whole and what each "or" in it offers: "change or cancel a booking" is to change one, or to cancel one."""
    parts = re.split(r",? or |, ", meaning)
    thing = _THING.search(parts[-1])
    parts = [f"{part} {thing[0]}" if thing and _VERB.fullmatch(part) else part for part in parts]
    whole = [part for place, part in enumerate(parts) if len(terms(part)) > 1 or place == len(parts) - 1]
    return [meaning, *whole] if len(parts) > 1 else [meaning]


_VERB = re.compile(r"[a-z]+")
_THING = re.compile(r"(?<=\w )(?:an?|the|their|his|our|your)\b.+$")
"""What the last of several verbs is about, and so are the others."""
