"""Queries of a transcript search as values: parts, terms, what holds them, how well."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records import words
from parley.domain.records.phrases import MOST_WORDS, Part, are_settled_by_terms, holds, parse, score
from parley.domain.records.transcript import portions
from parley.kit.ids import EPOCH
from parley.kit.text.words import LONGEST


def quoted(*words: str) -> Part:
    return Part(words, is_quoted=True)


def part(*words: str) -> Part:
    return Part(words)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Refund my ORDER", [part("refund"), part("my"), part("order")]),
        ('"cancel my order" today', [quoted("cancel", "my", "order"), part("today")]),
        ("«annuler ma commande»", [quoted("annuler", "ma", "commande")]),
        ("joe@example.com", [part("joe", "example", "com")]),
        ("don't l'été", [part("dont"), part("lete")]),
        ('a 5" pizza', [part("a"), part("5"), part("pizza")]),
        ('"never closed', [part("never"), part("closed")]),
        ('"" "!" refund', [part("refund")]),
        ("refund Refund réfund", [part("refund")]),
        ("-refund !order", [part("refund"), part("order")]),
        ("我想取消", [part("我想取消")]),
        ("👍 !!", []),
        ("", []),
    ],
)
def test_parts(query: str, expected: list[Part]) -> None:
    assert list(parse(query)) == expected


def test_a_query_is_bounded() -> None:
    many = " ".join(f"word{number}" for number in range(1000))
    assert sum(len(part.words) for part in parse(many)) == MOST_WORDS
    assert sum(len(part.words) for part in parse(f'"{many}"')) == MOST_WORDS
    assert parse("字" * 1000) == (part("字" * LONGEST),)


@pytest.mark.parametrize(
    ("given", "terms"),
    [
        (part("re"), [("re", False)]),
        (part("ref"), [("ref", True)]),
        (quoted("refund"), [("refund", False)]),
        (part("joe", "example"), [("joe", False), ("example", True)]),
        (part("取"), [("取", True)]),
        (part("取消"), [("取消", False)]),
        (quoted("取消订", "ab"), [("取消", False), ("消订", False), ("ab", False)]),
    ],
)
def test_terms(given: Part, terms: list[tuple[str, bool]]) -> None:
    assert given.terms == terms
    assert are_settled_by_terms([given]) == (len(terms) == 1)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("reserv", "My reservation, please"),
        ("reservations", "My reservation, please"),
        ("cancelled", "A cancellation"),
        ("reservación", "Dos reservas"),
        ("Häuser", "Ein Haus"),
        ("Café", "one CAFE"),
        ("dont", "I don't"),
        ("don't", "i dont"),
        ("hotel", "de l'hôtel"),
        ('"hotel du lac"', "à l’hôtel du Lac"),
        ('"table for two"', "A table\nfor two!"),
        ("example.com", "joe@example.com"),
        ("2079", "+44 2079-460"),
        ("取", "我想取消订单"),
        ("想取消", "我想取消订单"),
        ("3月5日", "在3月5日"),
        ('"取消 order"', "我想取消Order"),
        ("약을", "예약을 취소"),
    ],
)
def test_held(query: str, text: str) -> None:
    assert holds(["something else", text], parse(query))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("re", "reservation"),
        ("servation", "reservation"),
        ("children", "My child"),
        ('"reservations"', "reservation"),
        ('"reserv"', "reservation"),
        ('"for a table"', "a table for two"),
        ('"table for two"', "table for"),
        ("example.com", "com example"),
        ("取订", "取消订"),
        ("4", "42"),
        ("über", "ueber"),
    ],
)
def test_not_held(query: str, text: str) -> None:
    assert not holds([text], parse(query))


def test_words_may_be_in_different_texts_and_a_phrase_may_not() -> None:
    texts = ["please cancel", "my order"]
    assert holds(texts, parse("cancel order"))
    assert not holds(texts, parse('"cancel my"'))
    assert not holds([], parse("cancel"))


def test_better_matches_score_higher() -> None:
    parts = parse("cancel order")
    by_rank = [
        ["cancel that order"],
        ["cancellation of an order", "order"],
        ["cancel", "order", "order"],
        ["cancel", "order"],
        ["cancellations", "order"],
        [],
    ]
    scores = [score(texts, parts) for texts in by_rank]
    assert scores == sorted(set(scores), reverse=True)


def test_a_lookup_names_project_side_and_word() -> None:
    assert words.lookup("TAG_", "user", parse("re refund")) == "('TAG_ure') & ('TAG_urefund':*)"
    assert words.lookup("TAG_", None, parse("x-ray")) == "('TAG_ux' & 'TAG_uray':* | 'TAG_ax' & 'TAG_aray':*)"


def test_lexemes_are_the_different_words_of_both_sides() -> None:
    turns = [("", "Hi, it's me"), ("Hi, hi 取消", "me?")]
    assert words.lexemes("TAG_", turns) == [
        "TAG_ahi", "TAG_aits", "TAG_ame", "TAG_ait", "TAG_as", "TAG_uhi", "TAG_u取消", "TAG_u消",
    ]  # fmt: skip


@pytest.mark.slow
def test_lexemes_of_a_very_long_conversation_are_cut() -> None:
    found = words.lexemes("TAG_", [(f"w{number:060}", "") for number in range(100_000)])
    assert found[0] == "TAG_uw" + "0" * 60
    assert words.MOST_BYTES - 100 < sum(map(len, found)) <= words.MOST_BYTES


def test_tags_are_short_and_differ() -> None:
    tags = {words.tag(f"PROJECT-{number}", name) for number in range(100) for name in ("live", "sandbox")}
    assert len(tags) == 200
    assert {len(tag) for tag in tags} == {4}


FIRST, LAST = datetime(1990, 1, 1), datetime(2050, 1, 1)  # noqa: DTZ001 the strategy adds UTC
moments = st.datetimes(FIRST, LAST, timezones=st.just(UTC))


@given(moments, moments | st.just(EPOCH))
def test_portions_of_months_meet_and_cover(one: datetime, other: datetime) -> None:
    oldest, newest = sorted([one, other])
    found = list(portions(oldest, newest))
    assert found[0].end > newest
    assert found[-1].first <= oldest < found[-1].end
    assert oldest - found[-1].first < timedelta(days=31)
    assert [earlier.first for earlier in found[:-1]] == [later.end for later in found[1:]]
