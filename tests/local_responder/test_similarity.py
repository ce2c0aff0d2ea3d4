"""What is said in one conversation is not in memory when the next one is decided."""

from __future__ import annotations

from collections.abc import Sequence

from parley.local_responder.cache import clear_caches
from parley.local_responder.similarity import embedding_similarity


def test_only_what_an_author_wrote_is_kept_after_a_decision() -> None:
    embedded: list[str] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        embedded.extend(texts)
        return [[1.0, 0.0] for _ in texts]

    similarity = embedding_similarity(embed)
    first = similarity("my name is Ada", ["book a table", "cancel"])
    assert sorted(embedded) == ["book a table", "cancel", "my name is Ada"]
    assert similarity("my name is Ada", ["cancel", "book a table"]) == first[::-1]
    assert len(embedded) == 3, "within a decision nothing is asked for twice"
    clear_caches()
    assert similarity("my name is Ada", ["book a table", "cancel"]) == first
    assert embedded[3:] == ["my name is Ada"]
    assert similarity("anything", []) == []
