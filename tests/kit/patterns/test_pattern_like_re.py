"""Patterns mean what they mean to Python's `re`, for whatever is supported."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from parley.kit.patterns import alphabet
from parley.kit.patterns.errors import PatternRefused, PatternUnsupported
from parley.kit.patterns.pattern import compile_pattern
from tests.properties import IS_LONG, examples

LETTERS = "aAbB1_ -.\nséÉñßſıİKµμ٣中😀 \x1c"
CHARACTERS = st.sampled_from([re.escape(letter) for letter in LETTERS])
CLASSES = st.sampled_from(
    [".", r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", "[ab1]", "[^a]", "[a-z]", r"[^\W\d]", r"[\s.]", "[À-ÿ]", "[^A-Zé]"]
)
ANCHORS = st.sampled_from([r"\b", r"\B", "^", "$", r"\A", r"\Z"])
REPEATS = st.sampled_from(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}"])
AROUND = st.sampled_from(
    [
        r"(?!\w)",
        r"(?=\s|$)",
        r"(?<!\d)",
        r"(?<=[ab])",
        r"(?<!ab)",
        "(?=a.b)",
        "(?!b+?1{1,3})",
        r"(?<!\bs)",
        "(?!a|$)",
        r"(?=\s*a)",
        r"(?!.*b$)",
    ]
)
ONE = CHARACTERS | CLASSES


def grouped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3)
    return (
        st.builds("(?:{})".format, several.map("|".join))
        | st.builds("({})".format, several.map("|".join))
        | st.builds("(?:a{}){}".format, inner, REPEATS)
        | several.map("".join)
    )


REPEATED = st.builds("{}{}".format, ONE, REPEATS)
PLAIN = st.recursive(ONE | ANCHORS | REPEATED, grouped, max_leaves=8)
WITH_LOOKAROUNDS = st.recursive(ONE | ANCHORS | REPEATED | AROUND, grouped, max_leaves=8)
TEXTS = st.text(LETTERS, min_size=1, max_size=12)
FLAGS = st.sampled_from(["", "(?i)", "(?s)", "(?m)", "(?a)", "(?ai)", "(?im)"])


def same(pattern: str, flags: str, text: str) -> None:
    theirs = re.compile(flags + pattern)
    try:
        ours = compile_pattern(flags + pattern)
    except PatternUnsupported as refusal:
        if "too many" in str(refusal):
            return
        raise
    for mine, original in ((ours.search(text), theirs.search(text)), (ours.fullmatch(text), theirs.fullmatch(text))):
        assert (mine is None) == (original is None)
        if mine is not None and original is not None:
            groups = range(theirs.groups + 1)
            assert [(mine.start(n), mine.end(n)) for n in groups] == [original.span(n) for n in groups]
    later = theirs.search(text, 2, 8)
    found = ours.search(text, 2, 8)
    assert (found and (found.start(), found.end())) == (later and later.span())


@pytest.mark.slow
@examples(1_500)
@given(PLAIN, FLAGS, TEXTS)
def test_what_is_found_is_the_same(pattern: str, flags: str, text: str) -> None:
    same(pattern, flags, text)


@pytest.mark.slow
@examples(1_500)
@given(WITH_LOOKAROUNDS, FLAGS, TEXTS)
def test_what_is_found_with_lookarounds_is_the_same(pattern: str, flags: str, text: str) -> None:
    same(pattern, flags, text)


@pytest.mark.slow
@examples(500)
@given(PLAIN, TEXTS, st.sampled_from([r"<\g<0>>", r"\\x\n", "plain"]))
def test_replacements_are_the_same(pattern: str, text: str, replacement: str) -> None:
    """Of patterns that cannot first match nothing and then, at the same place, something."""
    assume("?" not in pattern.replace("(?:", ""))
    assume("|" not in pattern)
    assert compile_pattern(pattern, ignore_case=True).sub(replacement, text) == re.sub(
        pattern, replacement, text, flags=re.IGNORECASE
    )


@pytest.mark.slow
@examples(500)
@given(st.text("\\g<>01289abnx$é", max_size=8), st.sampled_from(["x", "(x)", "(?P<a>x)(y)?"]))
def test_templates_are_the_same(replacement: str, pattern: str) -> None:
    try:
        wanted: str | None = re.sub(pattern, replacement, "-xy-")
    except (re.error, IndexError):
        wanted = None
    try:
        found: str | None = compile_pattern(pattern).sub(replacement, "-xy-")
    except PatternRefused:
        found = None
    assert found == wanted


@pytest.mark.filterwarnings("ignore:Possible:FutureWarning")  # Python warns of `[[`, and is meant to get it
@examples(500)
@given(st.text("()[]{}?*+|\\^$<>!=:abixmPZbdw0129,-#", max_size=12))
def test_whatever_is_written_is_used_or_refused(source: str) -> None:
    try:
        re.compile(source)
        valid = True
    except (re.error, OverflowError):
        valid = False
    try:
        compile_pattern(source).sub("-", "abc")
    except PatternRefused:
        return
    assert valid or "(?" in source


@pytest.mark.slow
def test_case_is_known_for_all_of_unicode() -> None:
    forms: dict[str, list[int]] = {}
    for code in range(0x20000):
        lower = chr(code).lower()
        upper = lower[0].upper()
        if upper != chr(code) or lower != chr(code):
            forms.setdefault(upper, []).append(code)
    wanted = {code: tuple(codes) for codes in forms.values() if len(codes) > 1 for code in codes}
    assert alphabet._families()[1] == wanted


FURTHER = range(0x600, 0x3000, 1 if IS_LONG else 7)
ALPHABET = "".join(map(chr, (*range(0x600), *FURTHER, *range(0xFB00, 0xFB10), *range(0x10400, 0x10450), 0x1F600)))
"""Every character of Latin, Greek, Cyrillic, Hebrew and Armenian; of what comes behind them every seventh will do."""


@pytest.mark.slow
@pytest.mark.parametrize("source", [r"\w", r"\d", r"\s", "[^a-z]", "[k-s]", "i", "ß", "ǆ", "[α-ω]", r"[^\w\s]", "."])
@pytest.mark.parametrize("flags", ["", "(?i)", "(?a)", "(?ai)"])
def test_each_character_is_a_member_as_in_python(source: str, flags: str) -> None:
    theirs, ours = re.compile(flags + source), compile_pattern(flags + source)
    assert [found.start() for found in ours.finditer(ALPHABET)] == [
        found.start() for found in theirs.finditer(ALPHABET)
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"(?<!\d)(\d{3})(?!\d)", "1234 567 x89 012"),
        (r"(?<![\w@])(\w+)(?=\s|$)", "uno dos@tres cuatro"),
        (r"\bcafé\b", "un café, cafés, café"),
        (r"\b(?:où|là)\b", "voilà où là-bas"),
        (r"\d++(?= euros?)", "20 euros, 5 euro, 7"),
        (r"(?<=\$)\d+(?:\.\d\d)?", "$12.50 or 13"),
        (r"^(?!.*secret).+$", "no such thing"),
        (r"^(?=.*\d)(?=.*[A-Z])[A-Z\d]{4,}$", "AB12"),
        (r"(?m)^\s*(\w+):$", "a\n b:\nc:"),
        (r"(?s)<.*?>", "<a\nb> <c>"),
        (r"(?x) a \s b  # both", "xa b"),
        (r"(?:(a)|b)*", "abab"),
        (r"foo\Z", "foo\nfoo"),
        (r"o$", "foo\n"),
        (r"[^\n]+$", "a\nb\n"),
        (r"a{0}b", "ab"),
        (r"(?i:É)x", "éx ÉX"),
        (
            r"\b(?:" + "|".join(f"x{chr(code)}" for code in range(0x61, 0x180) if chr(code).isalpha()) + r")\b",
            "xa xé xāx",
        ),
    ],
)
def test_what_projects_write(source: str, text: str) -> None:
    ours = [(found.start(), found.end(), found.group()) for found in compile_pattern(source).finditer(text)]
    assert ours == [(*found.span(), found.group()) for found in re.finditer(source, text)]


def test_spellings_of_other_languages_are_understood() -> None:
    found = compile_pattern(r"(?<year>\d{4})-x(?i)").search("in 2024-X")
    assert found is not None
    assert found.group("year") == "2024"
