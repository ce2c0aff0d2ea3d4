"""Queries of a transcript search as values: phrases, terms, which texts contain them, how well."""

from __future__ import annotations

import pytest

from parley.domain.records.search.transcript.phrases import (
    MAX_WORDS,
    Phrase,
    are_single_terms,
    contain_all,
    parse_query,
    score_texts,
)
from parley.kit.text.words import LONGEST


def quoted(*words: str) -> Phrase:
    return Phrase(words, is_quoted=True)


def phrase(*words: str) -> Phrase:
    return Phrase(words)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Refund my ORDER", [phrase("refund"), phrase("my"), phrase("order")]),
        ('"cancel my order" today', [quoted("cancel", "my", "order"), phrase("today")]),
        ("«annuler ma commande»", [quoted("annuler", "ma", "commande")]),
        ("joe@example.com", [phrase("joe", "example", "com")]),
        ("don't l'été", [phrase("dont"), phrase("lete")]),
        ('a 5" pizza', [phrase("a"), phrase("5"), phrase("pizza")]),
        ('"never closed', [phrase("never"), phrase("closed")]),
        ('"" "!" refund', [phrase("refund")]),
        ("refund Refund réfund", [phrase("refund")]),
        ("-refund !order", [phrase("refund"), phrase("order")]),
        ("我想取消", [phrase("我想取消")]),
        ("👍 !!", []),
        ("", []),
    ],
)
def test_phrases(query: str, expected: list[Phrase]) -> None:
    assert list(parse_query(query)) == expected


def test_a_query_is_bounded() -> None:
    many = " ".join(f"word{number}" for number in range(1000))
    assert sum(len(phrase.words) for phrase in parse_query(many)) == MAX_WORDS
    assert sum(len(phrase.words) for phrase in parse_query(f'"{many}"')) == MAX_WORDS
    assert parse_query("字" * 1000) == (phrase("字" * LONGEST),)


@pytest.mark.parametrize(
    ("given", "terms"),
    [
        (phrase("re"), [("re", False)]),
        (phrase("ref"), [("ref", True)]),
        (quoted("refund"), [("refund", False)]),
        (phrase("joe", "example"), [("joe", False), ("example", True)]),
        (phrase("取"), [("取", True)]),
        (phrase("取消"), [("取消", False)]),
        (quoted("取消订", "ab"), [("取消", False), ("消订", False), ("ab", False)]),
    ],
)
def test_terms(given: Phrase, terms: list[tuple[str, bool]]) -> None:
    assert given.terms == terms
    assert are_single_terms([given]) == (len(terms) == 1)


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
def test_contained(query: str, text: str) -> None:
    assert contain_all(["something else", text], parse_query(query))


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
def test_not_contained(query: str, text: str) -> None:
    assert not contain_all([text], parse_query(query))


def test_words_may_be_in_different_texts_and_a_phrase_may_not() -> None:
    texts = ["please cancel", "my order"]
    assert contain_all(texts, parse_query("cancel order"))
    assert not contain_all(texts, parse_query('"cancel my"'))
    assert not contain_all([], parse_query("cancel"))


def test_better_matches_score_higher() -> None:
    phrases = parse_query("cancel order")
    by_rank = [
        ["cancel that order"],
        ["cancellation of an order", "order"],
        ["cancel", "order", "order"],
        ["cancel", "order"],
        ["cancellations", "order"],
        [],
    ]
    scores = [score_texts(texts, phrases) for texts in by_rank]
    assert scores == sorted(set(scores), reverse=True)
