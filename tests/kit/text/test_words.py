"""Words that can be looked for: what counts as the same, and what is a word at all."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.words import LONGEST, fold, fold_lines, is_run, pairs, readings, words
from tests.properties import examples


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cancel my ORDER, please!", ["cancel", "my", "order", "please"]),
        ("¿Dónde está mi habitación?", ["donde", "esta", "mi", "habitacion"]),
        ("Où est le cœur de l’été ?", ["ou", "est", "le", "coeur", "de", "lete"]),
        ("Straße, Grüße, ÄRGER, ẞ", ["strasse", "grusse", "arger", "ss"]),
        ("Perché no? È così.", ["perche", "no", "e", "cosi"]),
        ("Não há informação", ["nao", "ha", "informacao"]),
        ("Zażółć gęślą jaźń, Łódź", ["zazolc", "gesla", "jazn", "lodz"]),
        ("İstanbul'da ışık IŞIK ılık", ["istanbulda", "isik", "isik", "ilik"]),
        ("Ærø, Đà Nẵng, Þór, smørrebrød", ["aero", "da", "nang", "thor", "smorrebrod"]),
        ("ΟΔΟΣ οδός Ελλάδα", ["οδοσ", "οδοσ", "ελλαδα"]),
        ("Ёлка и мой чай", ["елка", "и", "мой", "чай"]),
        ("شُكْرًا إلى المكتبة ٢٥", ["شكرا", "الي", "المكتبه", "25"]),
        ("שָׁלוֹם עולם", ["שלומ", "עולמ"]),
        ("हिन्दी में क़िताब", ["हिन्दी", "में", "क़िताब"]),
        ("明日の予約を取消したい。", ["明日の予約を取消したい"]),
        ("ｶﾞｰﾄﾞ ガード", ["ガード", "ガード"]),
        ("我想取消iPhone订单123号", ["我想取消", "iphone", "订单", "123", "号"]),
        ("예약을 취소하고", ["예약을", "취소하고"]),
        ("ยกเลิกการจอง", ["ยกเลิกการจอง"]),
        ("joe.o'neil+x@example.com", ["joe", "oneil", "x", "example", "com"]),
        ("+44 (0)20 7946-0958", ["44", "0", "20", "7946", "0958"]),
        ("snake_case x-ray 8.99 ½", ["snake", "case", "x", "ray", "8", "99", "1", "2"]),
        ("ﬁne ＦＵＬＬ ①²", ["fine", "full", "12"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ("👍🏽 — … €\x00\ud800", []),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't", [["dont"], ["don", "t"]]),
        ("l’hôtel", [["lhotel"], ["l", "hotel"]]),
        ("col·lecció", [["colleccio"], ["col", "leccio"]]),
        ("'quoted'", [["quoted"]]),
        ("plain", [["plain"]]),
    ],
)
def test_an_apostrophe_is_nothing_or_a_gap(text: str, expected: list[list[str]]) -> None:
    assert readings(fold(text)) == expected


def test_a_long_word_counts_by_its_beginning() -> None:
    assert words("a" * 1000 + " b") == ["a" * LONGEST, "b"]
    assert words("字" * 1000) == ["字" * 1000]


def test_many_texts_are_folded_to_a_line_each() -> None:
    assert fold_lines(["One\ntwo", "", "DRÉI"]) == "one two\n\ndrei"


def test_each_character_of_a_run_begins_a_pair() -> None:
    assert pairs("予約中") == ["予約", "約中", "中"]


@pytest.mark.parametrize(
    ("word", "expected"), [("予約", True), ("จอง", True), ("예약", True), ("order", False), ("й", False)]
)
def test_runs(word: str, expected: bool) -> None:
    assert is_run(word) is expected


@examples(300)
@given(st.text(max_size=40))
def test_words_of_any_text(text: str) -> None:
    found = words(text)
    assert all(found)
    assert words(" ".join(found)) == found
    assert not any(character.isspace() or character in "'\\\x00" for word in found for character in word)
    "".join(found).encode()


@pytest.mark.slow
@examples(300)
@given(st.text(max_size=40))
def test_forms_of_the_same_text_have_the_same_words(text: str) -> None:
    found = words(text)
    assert words(unicodedata.normalize("NFD", text)) == found
    assert words(unicodedata.normalize("NFKC", text)) == found
    assert [words(line) for line in fold_lines([text, text]).split("\n")] == [found, found]


@pytest.mark.parametrize("text", ["Straße", "İstanbul", "ΟΔΟΣ", "Žluťoučký kůň", "ЁЛКА"])
def test_capitals_do_not_count(text: str) -> None:
    assert words(text.upper()) == words(text.lower()) == words(text)
