"""What an instruction speaks of, said to the user: "tell them their table is ready" → "Your table is ready."

In an instruction "you" is the agent and "the user", "the caller", "they" is the person who will hear it.
"""

from __future__ import annotations

import re

USER = r"(?:user|caller|customer|guest|patient|client|person|member|visitor|shopper|diner|homeowner)"
_THE_USER = (
    rf"(?:(?:the|this|our|your) {USER}|(?<![\w-]){USER}(?= (?:has|is|was|wants|needs|would|can|will|"
    rf"does|should|may|did|had)\b)|he or she|he/she|s/he)"
)

_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "hasn't": "haven't",
          "doesn't": "don't", "wasn't": "weren't"}  # fmt: skip
_ADVERBS = frozenset({"always", "perhaps", "sometimes", "as", "this", "does", "besides"})

_TO_AGENT = (
    (r"\byou are\b", "I am"), (r"\byou're\b", "I'm"), (r"\byou have\b", "I have"), (r"\byou've\b", "I've"),
    (r"\byou'll\b", "I'll"), (r"\bto you\b", "to me"), (r"\bwith you\b", "with me"), (r"\bfor you\b", "for me"),
    (r"\byourself\b", "myself"), (r"\byour(?! (?:user|caller|customer))\b", "my"), (r"\byou\b", "I"),
)  # fmt: skip
_TO_USER = (
    (rf"\b{_THE_USER}['’]s\b", "your"), (r"\b(?:their|his or her|his/her)\b", "your"), (r"\btheirs\b", "yours"),
    (r"\b(?:themselves|themself|him or herself)\b", "yourself"), (r"\bthey['’]re\b", "you're"),
    (r"\bthey['’]ve\b", "you've"), (r"\bthey['’]d\b", "you'd"), (r"\bthey['’]ll\b", "you'll"),
    (r"\b(?:them|him or her|him/her)\b", "you"), (r"\bthey\b", "you"),
)  # fmt: skip
_OTHER_PEOPLE = re.compile(
    r"\b(?:the|our|all|these|those|some) (?:\w+ )?\w+s (?:are|were|will|have|can|may|and)\b"
    r"|\b(?:the|our|an?) (?:\w+ist|team|doctor|nurse|engineer|technician|driver|vet|advis[eo]r|manager|courier|plumber|"
    r"electrician|teacher|stylist|clinician|surgeon|colleague) (?:has|will|can|is|should|may|might|needs|would)\b",
    re.IGNORECASE,
)


def to_user(text: str) -> str:
    """Third person about the user becomes second person, the agent becomes "I". "Your" stays when nobody else is spoken
    of: "tell the user your table is ready" means the user's table."""
    speaks_of_user = re.search(rf"\b(?:{_THE_USER}|they|them|their)\b", text, re.IGNORECASE) is not None
    # The agent first: "you" has to be "I" before "they" becomes "you".
    for pattern, replacement in _TO_AGENT:
        if replacement == "my" and not speaks_of_user:
            continue
        text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    text = re.sub(rf"\b{_THE_USER} (\w+['’]?\w*)", _agree_verb, text, flags=re.IGNORECASE)
    text = re.sub(rf"\b{_THE_USER}(?!['’]s)\b", "you", text, flags=re.IGNORECASE)
    speaks_of_others = _OTHER_PEOPLE.search(text) is not None
    for pattern, replacement in _TO_USER:
        if not (speaks_of_others and "they" in pattern):
            text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    text = re.sub(
        r"\byou (is|was|has|does)\b", lambda match: f"you {_VERBS[match[1].lower()]}", text, flags=re.IGNORECASE
    )
    return re.sub(r"\bi\b", "I", text)


def statement(text: str) -> str:
    return sentence(to_user(text.strip()), ".")


def question(text: str) -> str | None:
    """The question behind what follows "ask the user": "for their name", "whether they agree", "what suits them"."""
    text = text.strip(" .:,")
    if not text or text.lower() in ("again", "them", "politely"):
        return None
    if _DIRECT_SPEECH.match(text) and not re.search(rf"\b(?:{USER}|they|them|their)\b", text, re.IGNORECASE):
        return sentence(text, "?")
    for pattern, build in _QUESTIONS:
        match = re.match(pattern, text, re.IGNORECASE)
        if match:
            return sentence(build(match), "?")
    return sentence(f"could you tell me {_add_possessive(to_user(text))}", "?")


def request(thing: str) -> str:
    """The question for a thing: "phone number" → "Could you give me your phone number?"."""
    again = _PRONOUN.match(thing.strip())
    if again:
        return sentence(f"could you give {again[1]} to me{again[2]}", "?")
    return sentence(f"could you give me {_add_possessive(to_user(thing.strip()))}", "?")


_PRONOUN = re.compile(
    r"(it|them|this|that|these|those)((?: again| once more| one more time| now| instead)?)\.?$", re.IGNORECASE
)


def with_article(thing: str) -> str:
    """ "arrival" → "the arrival"; "your arrival" stays."""
    return thing if re.match(r"(?:the|an?|your|their|my|this|that)\b", thing, re.IGNORECASE) else f"the {thing}"


def is_question(text: str) -> bool:
    return text.rstrip().endswith("?")


def _agree_verb(match: re.Match[str]) -> str:
    verb = match[1]
    if verb.lower() in _VERBS:
        return f"you {_VERBS[verb.lower()]}"
    if not verb.endswith("s") or verb.endswith(("ss", "'s")) or verb.lower() in _ADVERBS:
        return f"you {verb}"
    stem = (
        re.sub(r"ies$", "y", verb)
        if verb.endswith("ies")
        else re.sub(r"(?<=[sxo])es$|(?<=sh)es$|(?<=ch)es$|s$", "", verb)
    )
    return f"you {stem}"


def _add_possessive(thing: str) -> str:
    """ "the phone number", "phone number", "a date of birth" → "your …": what is asked for is mostly the user's own."""
    if re.match(
        r"(?:your|what|which|how|when|where|if|whether|more|any|some|one|this|that|about|my|me|an? (?:few|good))\b",
        thing,
        re.I,
    ):
        return thing
    bare = re.sub(r"^(?:the|an?)\s+", "", thing, flags=re.IGNORECASE)
    if re.match(rf"(?:{_PERSONAL})\b", bare, re.IGNORECASE):
        return f"your {bare}"
    return thing if bare != thing else f"the {thing}"


_PERSONAL = (
    r"(?:full |first |last |legal |maiden )?name|surname|(?:\w+ )?(?:phone|mobile|cell|contact|"
    r"callback)(?: number)?|e-?mail|(?:\w+ )?address|date of birth|"
    r"birth|dob|zip|post|postal|account|order|booking|confirmation|reference|member|policy|card|pin|"
    r"ssn|social|customer|"
    r"insurance|reservation|preferred|age|last four|tracking|case|ticket|vehicle|license"
)


def _invert_whether(match: re.Match[str]) -> str:
    clause = _CONTRACTED.sub(lambda short: f"you {_FULL_FORMS[short[1].lower()]}", to_user(match["clause"]))
    found = re.match(
        r"(?P<subject>you|there|that|this|it|I|everything|the [\w ]+?|your [\w ]+?) (?P<verb>\w+)(?P<rest>.*)$",
        clause,
        re.IGNORECASE,
    )
    if not found:
        return f"could you tell me if {clause}"
    subject, verb, rest = found["subject"], found["verb"].lower(), found["rest"]
    owns = verb == "have" and not re.match(r" (?:already |ever |never )?(?:\w+(?:ed|en)|been|had)\b", rest)
    if verb in _AUXILIARIES and not owns:
        return f"{verb} {subject}{rest}"
    if subject.lower() in ("you", "i"):
        if _is_past(verb):
            return f"have {subject} {verb}{rest}"
        return f"do {subject} {verb}{rest}"
    return f"could you tell me if {clause}"


_CONTRACTED = re.compile(r"\byou['’](d|ve|re|ll)\b", re.IGNORECASE)
_FULL_FORMS = {"d": "would", "ve": "have", "re": "are", "ll": "will"}


def _is_past(verb: str) -> bool:
    return (verb.endswith("ed") and verb not in ("need", "feed", "proceed")) or verb in _PAST


_PAST = frozenset(
    (
        "lost",
        "left",
        "bought",
        "paid",
        "sent",
        "got",
        "made",
        "found",
        "heard",
        "met",
        "spent",
        "told",
        "brought",
        "kept",
    )
)
_AND_WH = re.compile(
    r",? and (?=(?:how (?:many|much|long|often)|when|where|what|which|who)\b.* (?:they|you|he or she|the \w+)\b)", re.I
)


def _invert_wh(asked: str) -> str:
    clause = _CONTRACTED.sub(lambda short: f"you {_FULL_FORMS[short[1].lower()]}", to_user(asked))
    found = re.match(
        r"(?P<wh>(?:what|which|how|when|where|who|why)(?: (?!you\b|I\b|is\b|are\b|there\b|the\b|your\b)[\w-]+){0,4}?) "
        r"(?P<subject>you|I|there) (?P<verb>[\w']+)(?P<rest>.*)$",
        clause,
        re.IGNORECASE,
    )
    if found:
        verb = found["verb"].lower()
        helper = f"{'have' if _is_past(verb) else 'do'} {found['subject']} {verb}"
        if verb in _AUXILIARIES:
            helper = f"{verb} {found['subject']}"
        return f"{found['wh']} {helper}{found['rest']}"
    trailing = re.match(
        r"(?P<wh>what|which|how|when|where|who) (?P<thing>(?:your|the) .+?) (?P<verb>is|are|was|were)$", clause, re.I
    )
    if trailing:
        return f"{trailing['wh']} {trailing['verb']} {trailing['thing']}"
    return clause


_FURTHER = re.compile(r",? and (?:also )?for (?=\w)", re.IGNORECASE)
""" "For their name, and for a number": the one question asks for both."""
_AUXILIARIES = frozenset(
    [
        "are",
        "is",
        "was",
        "were",
        "would",
        "can",
        "could",
        "will",
        "have",
        "has",
        "should",
        "may",
        "do",
        "does",
        "did",
        "am",
        "had",
    ]
)
_DIRECT_SPEECH = re.compile(
    r"(?:is|are|do|does|did|would|can|could|will|have|has|shall|should|was|were|may)\b|"
    r"(?:what|which|how|when|where|who|why)\b.*\b"
    r"(?:(?:do|are|would|can|could|will|did|have|should) you|you\?$|suits? you)",
    re.IGNORECASE,
)
"""A question as the user is to hear it, without quotation marks."""
_QUESTIONS = (
    (r"for (?:their |the \w+'s )?(?:final |explicit )?(?:confirmation|agreement)\.?$", lambda _: "is that right"),
    (r"(?:whether|if)(?: or not)? (?P<clause>.+)$", _invert_whether),
    (r"(?:for |about )?(?P<clauses>(?:what|which|how|when|where|who|why)\b.*)$",
     lambda match: " and ".join(map(_invert_wh, _AND_WH.split(match["clauses"])))),
    (r"(?:them |him |her )?to (?P<act>.+)$", lambda match: f"could you please {to_user(match['act'])}"),
    (
        r"(?:them |him |her )?for "
        r"(?P<thing>.+)$", lambda match: request(_FURTHER.sub(", and ", match["thing"]))),
    (r"about (?P<thing>.+)$", lambda match: f"could you tell me about {to_user(match['thing'])}"),
    (r"(?P<thing>(?:their|his|her|the user's|the caller's|the customer's) .+)$",
     lambda match: f"could you give me {to_user(match['thing'])}"),
)  # fmt: skip


def sentence(text: str, mark: str) -> str:
    text = text.strip().rstrip(",;:")
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    text = text.rstrip(".") if mark == "?" else text
    return text if text.endswith((".", "!", "?", "…")) else text + mark
