"""Ids equal to those of the reference tokenizer of BERT base, uncased (they were made with it)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.embeddings.wordpiece import token_ids, vocabulary, words
from tests.properties import examples


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Hello, world!", [101, 7592, 1010, 2088, 999, 102]),
        ("Where's my order #A-42?", [101, 2073, 1005, 1055, 2026, 2344, 1001, 1037, 1011, 4413, 1029, 102]),
        ("Größe naïve CAFÉ", [101, 24665, 2080, 17499, 15743, 7668, 102]),
        ("東京 tower", [101, 1879, 1755, 3578, 102]),
        ("unaffable embeddings", [101, 14477, 20961, 3468, 7861, 8270, 4667, 2015, 102]),
        ("ΟΔΥΣΣΕΥΣ", [101, 1169, 29722, 29735, 29733, 29733, 29723, 29735, 29733, 102]),
        ("a\u200bb\x07c", [101, 5925, 102]),
        ("x" * 101, [101, 100, 102]),
        ("", [101, 102]),
        ("tab\tand\nline\u3000end", [101, 21628, 1998, 2240, 2203, 102]),
        ("£9.99 — “ok”", [101, 1069, 2683, 1012, 5585, 1517, 1523, 7929, 1524, 102]),
        ("😀 ok", [101, 100, 7929, 102]),
    ],
)
def test_ids(text: str, ids: list[int]) -> None:
    assert token_ids(text) == ids


def test_the_vocabulary_is_whole() -> None:
    assert len(vocabulary()) == 30522
    assert [vocabulary()[piece] for piece in ("[PAD]", "[UNK]", "[CLS]", "[SEP]")] == [0, 100, 101, 102]


def test_long_texts_are_cut() -> None:
    ids = token_ids("word " * 400)
    assert (len(ids), ids[0], ids[-1]) == (256, 101, 102)


@examples(40)
@given(st.text(max_size=80))
def test_any_text_becomes_ids_within_bounds(text: str) -> None:
    assert all(0 <= number < 30522 for number in token_ids(text, 16))
    assert len(token_ids(text, 16)) <= 16
    assert all(word.strip() for word in words(text))
