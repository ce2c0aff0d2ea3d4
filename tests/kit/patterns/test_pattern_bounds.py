"""What patterns may not do, and what they may take."""

from __future__ import annotations

from time import thread_time

import pytest

from parley.kit.patterns.errors import PatternInvalid, PatternUnsupported
from parley.kit.patterns.pattern import LARGEST, MOST_STEPS, Pattern, compile_pattern

EVIL = [
    r"(a+)+$",
    r"(a|a)*b",
    r"(\w+\s?)*!",
    r"(?:(?:a*)*)*c",
    r"(x+x+)+y",
    r"(?:a|b|ab)*c",
    r"(?:a|b)*a(?:a|b){12}c",
    r".*.*.*=.*",
    r"(?=(?:a+)+$)a",
    r"a(?=a*b)",
    r"a[^b]*b|a",
    r"(?:a?){100}a{100}b",
]


def seconds(pattern: Pattern, text: str) -> float:
    begun = thread_time()
    pattern.search(text)
    pattern.fullmatch(text)
    pattern.sub("x", text)
    return thread_time() - begun


@pytest.mark.slow
@pytest.mark.parametrize("source", EVIL)
@pytest.mark.parametrize("letter", ["a", "é", "中"])
def test_time_is_linear_in_the_text(source: str, letter: str) -> None:
    """In ten times the text at most about ten times the time, where backtracking would double it with each letter."""
    pattern = compile_pattern(source.replace("a", letter), ignore_case=True)
    for text in (letter * 2_000, letter * 20_000):
        assert seconds(pattern, text) < 5, len(text)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (r"(a)\1", "it refers back to a group"),
        (r"(?P<x>a)(?P=x)", "it refers back to a group"),
        (r"(a)?(?(1)b|c)", "it has a condition"),
        (r"(?>a+)b", "it has an atomic group"),
        (r"(?:ab)++c", "it uses a possessive repeat"),
        (r"(?=a(?!b))a", "it has a lookaround inside a lookaround"),
        (r"(a{1000}){1000}", "it repeats something more than 1000 times"),
        (r"a{1,2000}", "it repeats something more than 1000 times"),
        (r"(?:[ab]{1,100}[cd]{1,100}){1,9}(?:x{900}y{900}z{900}){1,1}" * 3, "it is too large"),
        (r"(?:(?=ab)(?!cd)(?<=ef)(?<!gh)(?=ij)(?=kl)(?=mn)(?=op))x", "it has too many lookarounds"),
        (r"(?a:\w)é", "it uses (?a:…)"),
        (r"(?m:a$)b$", "it uses '$' both with and without (?m)"),
        ("(?:" * 300 + "a" + ")" * 300, ""),
    ],
)
def test_what_cannot_be_had_in_linear_time_is_refused(source: str, words: str) -> None:
    if not words:
        assert compile_pattern(source).search("a")
        return
    with pytest.raises(PatternUnsupported, match=r"^it ") as refused:
        compile_pattern(source)
    assert words in str(refused.value)


@pytest.mark.parametrize("source", ["(", "a**", "[z-a]", "(?P<1>a)", "(?<=a+)b", "(?L)a", "a" * 10_001, "(" * 5_000])
def test_what_is_no_regular_expression_is_refused(source: str) -> None:
    with pytest.raises(PatternInvalid):
        compile_pattern(source)


@pytest.mark.slow
def test_large_patterns_are_for_short_texts() -> None:
    pattern = compile_pattern("(?:.{0,900}x){1}")
    assert pattern.size < LARGEST
    longest = MOST_STEPS // pattern.size
    assert pattern.search("a" * (longest - 1) + "x") is not None
    assert pattern.search("a" * longest + "x") is None
    assert pattern.sub("-", "a" * longest + "x") == "a" * longest + "x"


def test_a_lookahead_sees_some_characters_and_everything_from_the_beginning() -> None:
    inside = compile_pattern("x(?=a*b)")
    assert inside.search("x" + "a" * 240 + "b") is not None
    assert inside.search(" x" + "a" * 5_000 + "b") is None
    assert compile_pattern("^(?=.*b)a").search("a" * 5_000 + "b") is not None
    assert compile_pattern("(?=.*b)a+b", whole=True).fullmatch("a" * 5_000 + "b") is not None


def test_what_is_written_is_limited() -> None:
    written = compile_pattern("a").sub(r"\g<0>" * 90 + "x" * 1_000, "a" * 10_000)
    assert len(written) < 300_000
    assert written.endswith("a" * 1_000)


def test_programs_do_not_outlive_their_patterns() -> None:
    """RE2's own cache would keep those of agents that are gone."""
    re2 = pytest.importorskip("re2")
    compile_pattern("something")
    assert re2._Regexp._make.cache_info().currsize == 0
