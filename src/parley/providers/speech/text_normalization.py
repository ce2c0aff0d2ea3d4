"""Text normalization for synthesis: sentences that are short enough, and pauses between them.

A text written for the eye holds markup, addresses and pictures that nobody wants to hear.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from parley.kit.text.sentences import sentences

MAX_SENTENCE = 160
MAX_TEXT = 10_000
"""Twelve minutes of speech; what comes after is not spoken."""
MAX_PAUSE = 5.0
MAX_PATH = 40

_STRENGTHS = {"none": 0.0, "x-weak": 0.1, "weak": 0.25, "medium": 0.5, "strong": 0.8, "x-strong": 1.2}
_TAG = re.compile(r"</?([A-Za-z][\w:-]{0,40})([^<>]{0,500})>")
_TIME = re.compile(r"""time\s*=\s*["']?\s*(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})\s*(ms|s)?""", re.IGNORECASE)
_STRENGTH = re.compile(r"""strength\s*=\s*["']?\s*([a-z-]+)""", re.IGNORECASE)
_PAUSE_MARK = "\ue000"
"""Stands for a pause while a text is cleaned; private, so no text of ours can hold it."""

# What stands between two marks has a bound: else a text of many opening marks would take quadratic time.
_LINK = re.compile(r"!?\[([^\]\n]{0,500})\]\([^)\s]{0,2000}(?:\s+\"[^\"\n]*\")?\)")
_SOUND = re.compile(r"\[[^\W\d_]{3,20}(?:[ -][^\W\d_]{1,20}){0,2}\](?!\()")
"""A sound or a manner between brackets, such as [Ring] or [clears throat]: meant to be made, not to be read aloud."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
_RULE = re.compile(r"^[-*_=|: \t]{3,}$", re.MULTILINE)
_LINE_START = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]*|[-*+•][ \t]+)+", re.MULTILINE)
_EMPHASIS = re.compile(r"(\*{1,3}|~~|`{1,3})(?=\S)(.{1,300}?)(?<=\S)\1|(?<!\w)(_{1,3})(?=\S)(.{1,300}?)(?<=\S)\3(?!\w)")
_URL = re.compile(r"(?:https?://(?:www\.)?|www\.)([^\s/<>?#]+)([^\s<>]*)", re.IGNORECASE)
_AFTER = ".,;:!?)\"'”’"
"""What belongs to the sentence around an address."""
_EMAIL = re.compile(r"\b([\w.+-]{1,64})@([\w-]+(?:\.[\w-]+)+)")
_SCHEME = re.compile(r"\b(?:mailto|tel|sip):(?=\S)", re.IGNORECASE)
_CELL = re.compile(r"[ \t]*\|[ \t]*")
_BREAK = re.compile(r"[,;:–—、，；]\s*|\s+")

_SPOKEN_SIGNS = {
    "en": ("dot", "slash", "at"),
    "de": ("Punkt", "Schrägstrich", "at"),
    "es": ("punto", "barra", "arroba"),
    "fr": ("point", "barre oblique", "arobase"),
    "it": ("punto", "barra", "chiocciola"),
    "nl": ("punt", "schuine streep", "apenstaartje"),
    "pt": ("ponto", "barra", "arroba"),
}
"""How the signs of an address are said. Where we do not know, the engine's own reading has to do."""


_KEPT = "\n\t°\u200c\u200d"
"""Some scripts join and part letters with signs that are not seen."""
_DROPPED = "<>*`~^\\{}[]←↑→↓⇒"
_DROPPED_KINDS = ("Cc", "Cf", "Co", "Cs", "Cn", "So", "Sk")
"""Controls, what is not a character, pictures and arrows, accents that stand alone."""


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


def normalize(text: str, language: str) -> list[str | Pause]:
    """Sentences and pauses, in order. Neighbouring pauses become one; a text without anything to say gives nothing."""
    pauses: list[float] = []

    def tag(found: re.Match[str]) -> str:
        if found[1].lower() != "break":
            return " " if found[1].lower() in ("p", "br", "s", "li", "div", "speak") else ""
        pauses.append(_pause_seconds(found[2]))
        return _PAUSE_MARK

    lines = _TAG.sub(tag, text[:MAX_TEXT].replace(_PAUSE_MARK, ""))
    parts: list[str | Pause] = []
    for number, part in enumerate(lines.split(_PAUSE_MARK)):
        if number:
            _add_pause(parts, pauses[number - 1])
        for sentence in sentences(clean_text(part, language)):
            parts += [piece for piece in split_long(sentence.strip(" ,")) if any(map(str.isalnum, piece))]
    return parts


def _add_pause(parts: list[str | Pause], seconds: float) -> None:
    if parts and isinstance(before := parts[-1], Pause):
        parts[-1] = Pause(min(before.seconds + seconds, MAX_PAUSE))
    elif seconds:
        parts.append(Pause(seconds))


def _pause_seconds(attributes: str) -> float:
    if time := _TIME.search(attributes):
        return min(float(time[1]) / (1000 if (time[2] or "").lower() == "ms" else 1), MAX_PAUSE)
    strength = _STRENGTH.search(attributes)
    return _STRENGTHS.get(strength[1].lower() if strength else "medium", _STRENGTHS["medium"])


def clean_text(text: str, language: str) -> str:
    """Without markup and pictures, addresses in words. Line breaks stay: they separate sentences."""
    text = html.unescape(text)
    # Links before addresses: what a link shows is read, not where it leads.
    text = _SOUND.sub(" ", _LINK.sub(r"\1", _RULE.sub("", _FENCE.sub("", text))))
    signs = _SPOKEN_SIGNS.get(language.partition("-")[0].lower())
    text = _URL.sub(lambda found: _spell_url(found[1], found[2], signs), _SCHEME.sub("", text))
    text = _EMAIL.sub(lambda found: _spell_mail(found[1], found[2], signs), text)
    text = _LINE_START.sub("", text)
    text = _CELL.sub(", ", text)
    text = _EMPHASIS.sub(lambda found: found[2] or found[4], text).replace("_", " ")
    text = "".join(filter(_is_spoken, text))
    return re.sub(r"[^\S\n]+", " ", text).strip()


def _is_spoken(character: str) -> bool:
    if character in _KEPT or character.isalnum():
        return True
    return character not in _DROPPED and unicodedata.category(character) not in _DROPPED_KINDS


def _spell_url(host: str, path: str, signs: tuple[str, str, str] | None) -> str:
    """Without what follows a question mark, and without a path that nobody would remember."""
    address = (host + path).rstrip(_AFTER)
    end = (host + path)[len(address) :]
    host, path = address[: len(host)], re.split(r"[?#]", address[len(host) :])[0].rstrip("/")
    if len(path) > MAX_PATH:
        path = ""
    if signs is None:
        return host + path + end
    dot, slash, _ = signs
    return (host + path).replace(".", f" {dot} ").replace("/", f" {slash} ") + end


def _spell_mail(name: str, host: str, signs: tuple[str, str, str] | None) -> str:
    if signs is None:
        return f"{name}@{host}"
    dot, _, at = signs
    return f"{name.replace('.', f' {dot} ')} {at} {host.replace('.', f' {dot} ')}"


def split_long(sentence: str) -> Iterator[str]:
    """Split where a reader would breathe, if there is such a place."""
    while len(sentence) > MAX_SENTENCE:
        places = [found.end() for found in _BREAK.finditer(sentence, 0, MAX_SENTENCE)]
        commas = [end for end in places if sentence[:end].rstrip()[-1:] in ",;:–—、，；" and end > MAX_SENTENCE // 3]
        end = (commas or places or [MAX_SENTENCE])[-1]
        yield sentence[:end].strip()
        sentence = sentence[end:].strip()
    if sentence:
        yield sentence
