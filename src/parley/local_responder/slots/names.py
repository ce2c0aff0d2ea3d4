"""People's names: introduced, answered plainly, or spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parley.kit.text.terms import FILLER
from parley.local_responder.cache import cached_per_decision
from parley.local_responder.slots.codes import spelled_runs

_INTRODUCTION = re.compile(
    r"\b(?P<words>(?:my|the|our|his|her|their) (?P<part>first |last |full |sur|family )?name(?:'s| is| would be)|"
    r"name(?:'s| is)|call me|this is|i am|i'm|it is|its|it's|that's|that is|under(?: the name(?: of)?)?|"
    r"for|make it)\s+(?P<name>.+)",
    re.IGNORECASE,
)
_STRONG = re.compile(r"\bname\b|call me|under", re.IGNORECASE)
_WEAK = re.compile(r"for|make it", re.IGNORECASE)
"""Introduces a name only where one was asked for."""
_END_OF_NAME = re.compile(
    r"\s*(?:[,.;!?]|\b(?:and|speaking|here|calling|please|thanks|thank you|from|with|but|spelled|"
    r"spelt|that's|i|my|for|at|on|"
    r"the|is|to|about|because|so|it's|who)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_TITLE = re.compile(r"\b(?:dr|mr|mrs|ms|miss|prof|professor|doctor)\b\.?\s+(?=\w)", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:(?:um+|uh+|yes|yeah|sure|ok(?:ay)?|hi|hello|oh|well|it's|it is|that's|so|of course)[\s,.!]+)+", re.IGNORECASE
)
_WORD = re.compile(r"^[^\W\d_]+(?:['’\-.][^\W\d_]+)*\.?$")
_OTHER_WORDS = """
    calling booking order appointment reservation table problem question interested looking trying afraid good fine
    great sorry happy ready late early sick busy available free done wrong correct today tomorrow morning afternoon
    evening wondering hoping having seeing asking speak talk agent person human customer new existing next first last
    bye goodbye adios adiós hola ciao chao tschüss merci gracias danke stop never nothing whatever idiot
    monday tuesday wednesday thursday friday saturday sunday two three four five six seven eight nine ten people
"""
_NOT_NAMES = FILLER | frozenset(_OTHER_WORDS.split())
MAX_WORDS = 4


@cached_per_decision
def find_name(text: str, *, asked: bool = False, part: str = "full") -> str | None:
    """`asked`: the whole reply may be the name. `part`: first, last or full."""
    text = _TITLE.sub("", " ".join(text.split()))
    name = _find_introduced(text, asked) or (_read_answer(text) if asked else None)
    if name is None or part == "full":
        return name
    words = name.split()
    if part == "first":
        return words[0]
    return name if re.search(r"\b(?:last|family|sur) ?name", text, re.IGNORECASE) else words[-1]


def _find_introduced(text: str, asked: bool) -> str | None:
    """ "Name" says it best; "for" and "it's" introduce other things as well."""
    for match in sorted(_introductions(text), key=lambda match: _STRONG.search(match["words"]) is None):
        name = _as_name(_END_OF_NAME.sub("", match["name"]))
        is_likely = _STRONG.search(match["words"]) or _is_capitalised(match["name"], name or "")
        if name and (asked or (is_likely and not _WEAK.fullmatch(match["words"]))):
            return name
    return None


def _introductions(text: str) -> Iterator[re.Match[str]]:
    """Each reaches to the end of the text, so they overlap."""
    match = _INTRODUCTION.search(text)
    while match:
        yield match
        match = _INTRODUCTION.search(text, match.start("name"))


def _read_whole_reply(text: str) -> str | None:
    return _as_name(_END_OF_NAME.sub("", _LEAD.sub("", text)))


def _read_answer(text: str) -> str | None:
    return _read_whole_reply(text) or _find_spelled(text) or _find_written_alone(text)


def _find_written_alone(text: str) -> str | None:
    """In one of several sentences: "I hate robots. Maria Lopez, 020 7946 0133"."""
    for sentence in reversed(re.split(r"[.!?]\s+", text)):
        name = _read_whole_reply(sentence)
        if name and " " in name and sentence.startswith(name):
            return name
    return None


def _find_spelled(text: str) -> str | None:
    runs = [run for run in spelled_runs(text) if len(run) >= 3 and run.isalpha()]
    return runs[-1].capitalize() if runs else None


def _as_name(text: str) -> str | None:
    words = text.strip(" .,'\"").split()
    if not 0 < len(words) <= MAX_WORDS or not all(map(_WORD.match, words)):
        return None
    if not all(_may_be_name(word, words) for word in words) or all(len(word) == 1 for word in words):
        return None
    return " ".join(
        word if any(map(str.isupper, word[1:])) and not word.isupper() else _capitalised(word) for word in words
    )


def _may_be_name(word: str, words: list[str]) -> bool:
    """ "Will" is a name next to a name, when it is written like one."""
    if word.lower().strip(".") not in _NOT_NAMES:
        return True
    return word[:1].isupper() and any(other[:1].isupper() and other.lower() not in _NOT_NAMES for other in words)


def _is_capitalised(text: str, name: str) -> bool:
    first = text.lstrip()[:1]
    return first.isupper() and bool(name)


def _capitalised(word: str) -> str:
    return re.sub(r"(^|[\-'’])(\w)", lambda match: match[1] + match[2].upper(), word.lower())
