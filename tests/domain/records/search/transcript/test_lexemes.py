"""Lexemes of conversations and of queries, as values."""

from __future__ import annotations

import pytest

from parley.domain.records.search.transcript.lexemes import MAX_BYTES, project_tag, to_tsquery, transcript_lexemes
from parley.domain.records.search.transcript.phrases import parse_query


def test_a_query_names_project_side_and_word() -> None:
    assert to_tsquery("TAG_", "user", parse_query("re refund")) == "('TAG_ure') & ('TAG_urefund':*)"
    assert to_tsquery("TAG_", None, parse_query("x-ray")) == "('TAG_ux' & 'TAG_uray':* | 'TAG_ax' & 'TAG_aray':*)"


def test_lexemes_are_the_different_words_of_both_sides() -> None:
    turns = [("", "Hi, it's me"), ("Hi, hi 取消", "me?")]
    assert transcript_lexemes("TAG_", turns) == [
        "TAG_ahi", "TAG_aits", "TAG_ame", "TAG_ait", "TAG_as", "TAG_uhi", "TAG_u取消", "TAG_u消",
    ]  # fmt: skip


@pytest.mark.slow
def test_lexemes_of_a_very_long_conversation_are_cut() -> None:
    found = transcript_lexemes("TAG_", [(f"w{number:060}", "") for number in range(100_000)])
    assert found[0] == "TAG_uw" + "0" * 60
    assert MAX_BYTES - 100 < sum(map(len, found)) <= MAX_BYTES


def test_tags_are_short_and_differ() -> None:
    tags = {project_tag(f"PROJECT-{number}", name) for number in range(100) for name in ("live", "sandbox")}
    assert len(tags) == 200
    assert {len(tag) for tag in tags} == {4}
