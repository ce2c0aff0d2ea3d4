"""Tokens as text: spaces, single bytes, special tokens, and where a decoder has lost its way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.recognition.tokens import MAX_PERIOD, MAX_REPEATS, TokenTable, repeated_phrase, repeated_tail

PIECES = ["<unk>", "<s>", "</s>", "<0x0A>", "<0xC3>", "<0xA9>", "▁Hel", "lo", "▁", "▁world", "é", "<0xZZ>"]


@pytest.fixture
def table(tmp_path: Path) -> TokenTable:
    special = [{"id": number, "content": PIECES[number], "special": True} for number in range(3)]
    added = [*special, {"id": 12, "content": "<<ST_0>>", "special": True}]
    vocabulary = {piece: number for number, piece in enumerate(PIECES)}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"added_tokens": added, "model": {"type": "BPE", "vocab": vocabulary}}))
    return TokenTable.load(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ([], ""),
        ([6, 7], "Hello"),
        ([6, 7, 9], "Hello world"),
        ([1, 6, 7, 2], "Hello"),
        ([6, 7, 12, 99, -1], "Hello"),
        ([6, 4, 5, 10], "Helé" + "é"),
        ([6, 4], "Hel�"),
        ([8, 8, 6, 8], "Hel"),
        ([6, 3, 7], "Hel\nlo"),
        ([11], "<0xZZ>"),
    ],
)
def test_tokens_become_text(table: TokenTable, tokens: list[int], text: str) -> None:
    assert table.decode(tokens) == text


@pytest.mark.parametrize(
    ("tokens", "repeats"),
    [
        ([], 0),
        ([5] * (MAX_REPEATS - 1), 0),
        ([5] * MAX_REPEATS, MAX_REPEATS - 1),
        ([9, *[5] * MAX_REPEATS], MAX_REPEATS - 1),
        ([9, 8, *[1, 2, 3] * MAX_REPEATS], 3 * (MAX_REPEATS - 1)),
        ([*[1, 2, 3] * MAX_REPEATS, 4], 0),
        ([*range(40)], 0),
    ],
)
def test_a_loop_is_seen(tokens: list[int], repeats: int) -> None:
    assert repeated_tail(tokens) == repeats


@pytest.mark.slow
@given(st.lists(st.integers(0, 9), max_size=20), st.lists(st.integers(10, 19), min_size=1, max_size=MAX_PERIOD))
def test_of_a_loop_one_round_is_left(begin: list[int], loop: list[int]) -> None:
    """However it is entered: it is cut as soon as it is one."""
    tokens: list[int] = []
    for token in [*begin, *loop * (MAX_REPEATS + 1)]:
        tokens.append(token)
        if repeats := repeated_tail(tokens):
            tokens = tokens[:-repeats]
            break
    assert len(tokens) <= len(begin) + len(loop)


@pytest.mark.parametrize(
    ("tokens", "repeats"),
    [
        ([], 0),
        ([1, 2, 3, 4] * 2, 0),
        ([1, 2, 3, 4] * 3, 8),
        ([9, *[1, 2, 3, 4] * 3, 1, 2], 10),
        ([*[1, 2, 3, 4] * 3, 9], 0),
        ([7] * MAX_REPEATS, MAX_REPEATS - 1),
        ([*range(40)], 0),
    ],
)
def test_a_phrase_without_end_is_seen(tokens: list[int], repeats: int) -> None:
    assert repeated_phrase(tokens) == repeats


@pytest.mark.slow
@given(st.lists(st.integers(0, 9), max_size=20), st.lists(st.integers(10, 99), min_size=4, max_size=15, unique=True))
def test_of_a_phrase_without_end_one_is_left(begin: list[int], phrase: list[int]) -> None:
    tokens = [*begin, *phrase * 5][: len(begin) + len(phrase) * 4 + 2]
    assert tokens[: -repeated_phrase(tokens)] == [*begin, *phrase]


def test_bytes_are_written_as_letters(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.txt"
    file.write_text("Ġma\nÃ±ana\n!\nĊ\n<|es|>", encoding="utf-8")
    table = TokenTable.load_byte_level(file)
    assert table.decode([0, 1, 2]) == "mañana!"
    assert table.decode([2, 3, 0, 4]) == "!\n ma"
