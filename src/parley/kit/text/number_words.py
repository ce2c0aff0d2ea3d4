"""Numbers from 0 to 99 in words, and the letters of those who spell, in four languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from parley.kit.text.numbers import TENS, UNITS


@dataclass(frozen=True, slots=True)
class SpellingWords:
    numbers: dict[tuple[str, ...], str]
    """By their words, in digits."""
    factors: dict[str, int]
    """Double, triple: how often the next digit or letter is meant."""
    plus: frozenset[str]
    hyphens: frozenset[str]
    fillers: frozenset[str]
    """Between digits they mean nothing."""
    letters: dict[tuple[str, ...], str]
    examples: frozenset[tuple[str, ...]]
    """Between a letter and a word that begins with it: "B as in Bravo"."""


_ALPHABET = """alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november
    oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu"""
NATO: dict[tuple[str, ...], str] = {(word,): word[0].upper() for word in _ALPHABET.split()} | {("x", "ray"): "X"}


@cache
def spelling_words(language: str) -> SpellingWords:
    """Of a tag such as es-419. English for languages that are not known: people give codes in it."""
    return _LANGUAGES.get(language.replace("_", "-").partition("-")[0].lower(), _english)()


def _phrases(*tables: dict[str, int]) -> dict[tuple[str, ...], str]:
    return {tuple(words.split()): str(value) for table in tables for words, value in table.items()}


def _counted(words: str, first: int = 0) -> dict[str, int]:
    return {word.replace("_", " "): value for value, word in enumerate(words.split(), first)}


def _tens(words: str, first: int) -> dict[str, int]:
    return {word: 10 * ten for ten, word in enumerate(words.split(), first)}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _english() -> SpellingWords:
    composed = {f"{ten} {one}": TENS[ten] + UNITS[one] for ten in TENS for one in list(UNITS)[1:10]}
    letters: dict[tuple[str, ...], str] = {
        ("double", "u"): "W", ("double", "you"): "W", ("zed",): "Z", ("zee",): "Z", ("aitch",): "H",
    }  # fmt: skip
    return SpellingWords(
        _phrases(UNITS, TENS, composed, {"oh": 0, "nought": 0, "naught": 0}),
        {"double": 2, "triple": 3, "treble": 3},
        _words("plus"),
        _words("dash hyphen"),
        _words("then um uh er"),
        letters,
        frozenset({("as", "in"), ("like",), ("for",)}),
    )


def _spanish() -> SpellingWords:
    small = _counted("""
        cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
        diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco
        veintiséis veintisiete veintiocho veintinueve
    """)
    plain = _counted("dieciseis", 16) | _counted("veintidos veintitres", 22) | _counted("veintiseis", 26)
    tens = _tens("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 3)
    composed = {f"{ten} y {one}": tens[ten] + small[one] for ten in tens for one in list(small)[1:10]}
    letters: dict[tuple[str, ...], str] = {
        ("doble", "uve"): "W", ("uve", "doble"): "W", ("doble", "ve"): "W", ("i", "griega"): "Y", ("uve",): "V",
        ("eñe",): "Ñ", ("zeta",): "Z", ("jota",): "J", ("equis",): "X", ("hache",): "H", ("ka",): "K", ("cu",): "Q",
    }  # fmt: skip
    return SpellingWords(
        _phrases(small, plain, tens, composed, {"una": 1}),
        {"doble": 2, "triple": 3},
        _words("más mas"),
        _words("guion guión"),
        _words("luego eh em"),
        letters,
        frozenset({("de",), ("como",), ("como", "en")}),
    )


def _german() -> SpellingWords:
    small = _counted("""null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
        sechzehn siebzehn achtzehn neunzehn""")
    tens = _tens("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", 2)
    tens["dreissig"] = 30
    ones = {("ein" if word == "eins" else word): value for word, value in list(small.items())[1:10]}
    composed = {f"{one}und{ten}": tens[ten] + value for ten in tens for one, value in ones.items()}
    return SpellingWords(
        _phrases(small, tens, composed, {"zwo": 2, "fuenf": 5, "zwoelf": 12, "ein": 1, "eine": 1}),
        {"doppel": 2, "doppelt": 2, "zweimal": 2, "dreimal": 3},
        _words("plus"),
        _words("bindestrich strich minus"),
        _words("dann äh ähm"),
        {("ypsilon",): "Y", ("eszett",): "ß"},
        frozenset({("wie",), ("wie", "in")}),
    )


def _french() -> SpellingWords:
    small = _counted("""zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
        dix_sept dix_huit dix_neuf""")
    tens = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "septante": 70, "huitante": 80, "nonante": 90}
    teens = dict(list(small.items())[1:])
    composed = {
        f"{ten}{' et' if word == 'un' else ''} {word}": value + add
        for ten, value in [*tens.items(), ("soixante", 60)]
        for word, add in list(teens.items())[:9]
    }
    composed |= {f"soixante{' et' if word == 'onze' else ''} {word}": 60 + teens[word] for word in list(teens)[9:]}
    composed |= {f"quatre vingt {word}": 80 + value for word, value in teens.items()}
    return SpellingWords(
        _phrases(small, tens, composed, {"zero": 0, "une": 1, "soixante": 60, "quatre vingt": 80, "quatre vingts": 80}),
        {"double": 2, "triple": 3},
        _words("plus"),
        _words("tiret"),
        _words("puis euh"),
        {("double", "vé"): "W", ("i", "grec"): "Y", ("zède",): "Z"},
        frozenset({("comme",), ("comme", "dans"), ("de",)}),
    )


_LANGUAGES = {"en": _english, "es": _spanish, "de": _german, "fr": _french}
