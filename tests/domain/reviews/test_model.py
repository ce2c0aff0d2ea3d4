from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from parley.domain.reviews.model import Author, Note, may_delete, normalised_tag


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("Billing", "billing"),
        ("  wrong   Answer ", "wrong-answer"),
        ("v1.2", "v1.2"),
        ("Straße", "straße"),
        ("ﬁx", "fix"),
    ],
)
def test_who_means_the_same_writes_the_same(written: str, tag: str) -> None:
    assert normalised_tag(written) == tag
    assert normalised_tag(tag) == tag


@pytest.mark.parametrize("written", ["", "  ", "-x", "a/b", "a,b", "=1", "x" * 41, "a\x00b", "🎉"])
def test_what_is_no_tag(written: str) -> None:
    with pytest.raises(ValueError, match="letters"):
        normalised_tag(written)


def test_a_note_is_deleted_by_its_author_or_whoever_may_delete_any() -> None:
    ada, bob = UUID(int=1), UUID(int=2)
    note = Note(UUID(int=3), None, "x", ada, "Ada", datetime(2026, 1, 1, tzinfo=UTC))
    assert may_delete(Author(ada, "Ada"), note)
    assert not may_delete(Author(bob, "Ada"), note)
    assert may_delete(Author(bob, "Bob", deletes_any=True), note)
