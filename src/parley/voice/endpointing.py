"""How long a pause must be for the caller's turn to be complete. Pure.

Silence alone cannot tell a pause for thought from an end. What was said so far can, somewhat: nobody stops after "and",
a number is often given in groups, "yes" is all there is to say. And some people pause longer than others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MIN_SECONDS, MAX_SECONDS = 0.3, 2.5
UNFINISHED_SECONDS = 1.6
"""After a word that something must follow."""
GROUP_SECONDS = 1.2
"""Between the groups of a number or of a name that is spelled."""
FINISHED_FACTOR = 0.6
"""After words that nothing needs to follow."""
REMEMBERED_PAUSES = 8
PAUSE_MARGIN = 1.25
"""Who has paused for so long in the middle of a turn may pause a little longer the next time."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class _Words:
    unfinished: frozenset[str]
    """Words that no sentence ends with, and those of people who are looking for the next one."""
    finished: frozenset[str]
    """Whole answers."""
    numbers: frozenset[str]


def _words(unfinished: str, finished: str, numbers: str) -> _Words:
    phrases = frozenset(phrase.strip() for phrase in finished.split(","))
    return _Words(frozenset(unfinished.split()), phrases, frozenset(numbers.split()))


_LANGUAGES = {
    "en": _words(
        """and or but because so that the a an my your his her our their its of for to from with at in on by about is
        are was it's i'm i'd i'll if when then than as um uh uhm er erm hmm well like maybe also plus""",
        """yes, no, yeah, yep, nope, yes please, no thanks, no thank you, that's it, that's all, that's right,
        that is all, thank you, thanks, goodbye, bye, correct, exactly, sure, okay, ok""",
        "zero oh one two three four five six seven eight nine double triple hundred thousand plus",
    ),
    "es": _words(
        """y o pero porque que el la los las un una mi su de del para con en por a al es son eh este pues si cuando como
        em mmm""",
        """sí, si, no, sí por favor, no gracias, eso es todo, nada más, gracias, muchas gracias, adiós, correcto, claro,
        vale, exacto""",
        "cero uno una dos tres cuatro cinco seis siete ocho nueve doble",
    ),
    "de": _words(
        """und oder aber weil dass der die das ein eine einen mein meine ihr für mit von zu in im am um an auf ist sind
        äh ähm hm also wenn""",
        "ja, nein, ja bitte, nein danke, das ist alles, das war's, danke, tschüss, genau, richtig, okay, ok",
        "null eins ein zwei zwo drei vier fünf sechs sieben acht neun",
    ),
    "fr": _words(
        """et ou mais parce que qui le la les un une des mon ma mes de du pour avec à au en dans sur est sont euh hum si
        donc""",
        "oui, non, oui s'il vous plaît, non merci, c'est tout, merci, au revoir, exact, d'accord, ok",
        "zéro un deux trois quatre cinq six sept huit neuf",
    ),
}


def endpoint_seconds(
    text: str, language: str, base: float, pauses: Sequence[float] = (), *, spells: bool = False
) -> float:
    """How long after the last sound the turn is complete. `base` holds where nothing speaks for more or less; `pauses`
    are those that this caller has made within turns, newest last; `spells`: a number or a name is being given."""
    usual = max(base, _usual_pause(pauses))
    words = _WORD.findall(text.lower().replace("’", "'"))
    known = _LANGUAGES.get(language.partition("-")[0].lower())
    seconds = usual
    if words and known is not None:
        last = words[-1]
        if " ".join(words) in known.finished:
            seconds = base * FINISHED_FACTOR
        elif last in known.unfinished or text.rstrip().endswith((",", "...", "…", "-")):
            seconds = max(usual, UNFINISHED_SECONDS)
        elif spells or last in known.numbers or last.isdigit() or _is_spelled(words):
            seconds = max(usual, GROUP_SECONDS)
    elif words and (spells or words[-1].isdigit()):
        seconds = max(usual, GROUP_SECONDS)
    return min(max(seconds, MIN_SECONDS), MAX_SECONDS)


def remember_pause(pauses: tuple[float, ...], seconds: float) -> tuple[float, ...]:
    return (*pauses, min(seconds, MAX_SECONDS))[-REMEMBERED_PAUSES:]


def _usual_pause(pauses: Sequence[float]) -> float:
    """What this caller's pauses stay under, mostly."""
    if not pauses:
        return 0.0
    return sorted(pauses)[(len(pauses) * 3) // 4 if len(pauses) > 1 else 0] * PAUSE_MARGIN


def _is_spelled(words: Sequence[str]) -> bool:
    return len(words) > 1 and len(words[-1]) == 1 and len(words[-2]) == 1
