"""Terms, calibration and the index, with an embedder that knows a handful of meanings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.embeddings.index import (
    Entry,
    Hit,
    TopicIndex,
    build_index,
    distances_by_terms,
    distances_by_vectors,
    fingerprint,
    texts_to_embed,
)
from parley.providers.embeddings.lexical import LexicalIndex, Overlap
from parley.providers.embeddings.protocol import EmbeddingError, Vectors, normalised
from tests.properties import examples

MEANINGS = ("hour|open|late|sunday", "park|car|garage", "vegan|gluten|eat|menu", "gift|voucher")
ENTRIES = [
    Entry("Opening hours", ("When are you open?",), "We are open from noon. The kitchen closes at ten."),
    Entry("Parking", ("Where can I park?",), "There is a garage on Elm Street. Ask for code PX-77 at the gate."),
    Entry("Menu", ("Do you have vegan food?",), "Vegan dishes are marked."),
]


class ByMeaning:
    name = "by-meaning"
    dims = len(MEANINGS) + 1

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.broken = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            raise EmbeddingError("down")
        self.seen += texts
        rows = [[float(any(word in text.lower() for word in m.split("|"))) for m in MEANINGS] for text in texts]
        return normalised(np.array([[*row, 0.3] for row in rows]))


async def nearest(index: TopicIndex, text: str, previous: Sequence[str] = ()) -> Hit:
    return (await index.query(text, previous))[0]


async def test_a_paraphrase_is_found_and_the_rest_is_far() -> None:
    hits = await (await build_index(ENTRIES, ByMeaning())).query("how late can I come")
    assert hits[0].name == "Opening hours"
    assert hits[0].distance < 0.33
    assert all(hit.distance > 0.4 for hit in hits[1:])


async def test_a_rare_code_is_found_by_its_letters() -> None:
    for index in (await build_index(ENTRIES, ByMeaning()), TopicIndex(ENTRIES)):
        hit = await nearest(index, "what is PX77 for")
        assert hit.name == "Parking"
        assert hit.distance < 0.4


async def test_a_follow_up_is_read_with_what_came_before() -> None:
    index = await build_index(ENTRIES, ByMeaning())
    assert (await nearest(index, "and what about it?")).distance > 0.4
    hit = await nearest(index, "and what about it?", ["do you have a garage", "vegan food"])
    assert hit.name == "Parking"
    assert hit.distance < 0.4
    assert (await nearest(index, "I would like to know if you serve vegan dishes", ["a garage"])).name == "Menu"


async def test_each_of_several_requests_is_looked_up() -> None:
    for index in (await build_index(ENTRIES, ByMeaning()), TopicIndex(ENTRIES)):
        hits = await index.query("is there anything vegan on the menu and where can I park")
        assert {hit.name for hit in hits if hit.distance < 0.33} == {"Menu", "Parking"}


async def test_slips_of_the_keyboard_are_put_right() -> None:
    index = TopicIndex(ENTRIES)
    for slip, meant in (
        ("is the kithcen closed", "is the kitchen closed"),
        ("a garaeg on street", "a garage on street"),
    ):
        assert await index.query(slip) == await index.query(meant)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
async def test_silence_finds_nothing(text: str) -> None:
    assert await TopicIndex(ENTRIES).query(text) == []


async def test_without_topics_nothing_is_found() -> None:
    assert await (await build_index([], ByMeaning())).query("hello") == []


async def test_without_an_embedder_terms_are_enough() -> None:
    hits = await TopicIndex(ENTRIES).query("is there somewhere to park")
    assert hits[0].name == "Parking"
    assert hits[0].distance < 0.33
    assert min(hit.distance for hit in await TopicIndex(ENTRIES).query("tell me a joke")) > 0.4


async def test_a_broken_embedder_leaves_the_terms() -> None:
    embedder = ByMeaning()
    index = await build_index(ENTRIES, embedder)
    embedder.broken = True
    assert (await nearest(index, "where can I park")).name == "Parking"
    assert (await build_index(ENTRIES, embedder)).vectors is None


async def test_vectors_can_come_from_a_cache() -> None:
    embedder = ByMeaning()
    built = await build_index(ENTRIES, embedder)
    again = TopicIndex(ENTRIES, embedder, built.vectors)
    assert await again.query("how late") == await built.query("how late")
    with pytest.raises(ValueError, match="other topics"):
        TopicIndex(ENTRIES[:1], embedder, built.vectors)


def test_the_fingerprint_follows_what_is_embedded() -> None:
    prints = [fingerprint(ENTRIES, "a"), fingerprint(ENTRIES, "b"), fingerprint(ENTRIES[:2], "a")]
    assert len(set(prints)) == 3
    assert fingerprint(list(ENTRIES), "a") == prints[0]


def test_content_is_cut_into_passages_that_name_their_topic() -> None:
    long = Entry("Rules", (), " ".join(f"Sentence number {n} says a little more about it." for n in range(60)))
    texts = texts_to_embed([long])
    assert len(texts) == 9
    assert all(text.startswith("Rules") for text in texts)


def test_names_and_sample_questions_weigh_more_than_content() -> None:
    index = LexicalIndex(["refunds", "shipping"], ["", "we give refunds"])
    first, second = index.overlaps("refunds")
    assert first.coverage > second.coverage > 0


def test_distances_fall_as_scores_rise_and_stay_within_bounds() -> None:
    none = Overlap(0.0, False)
    cosines = [step / 50 for step in range(-10, 61)]
    distances = [distances_by_vectors([cosine], [0.0], [none])[0] for cosine in cosines]
    assert distances == sorted(distances, reverse=True)
    assert (max(distances), min(distances)) == (1.0, 0.0)
    assert distances_by_terms([Overlap(1.0, False), none])[0] < 0.1


def test_a_topic_far_behind_the_best_is_pushed_away() -> None:
    none = Overlap(0.0, False)
    alone = distances_by_vectors([0.4], [0.0], [none])[0]
    behind = distances_by_vectors([0.4, 0.9], [0.0, 0.0], [none, none])[0]
    assert alone < 0.4 < behind


async def test_the_cache_asks_once_and_forgets_the_oldest() -> None:
    embedder = ByMeaning()
    cached = CachedEmbedder(embedder, size=2)
    first = await cached.embed(["park", "vegan", "park"])
    assert embedder.seen == ["park", "vegan"]
    assert np.array_equal(first[0], first[2])
    await cached.embed(["park"])
    await cached.embed(["gift"])
    await cached.embed(["park", "vegan"])
    assert embedder.seen == ["park", "vegan", "gift", "vegan"]
    assert (await cached.embed([])).shape == (0, embedder.dims)
    assert (cached.name, cached.dims) == (embedder.name, embedder.dims)


@pytest.mark.slow
@examples(40)
@given(st.text(max_size=40), st.lists(st.text(max_size=20), max_size=3))
async def test_any_text_in_any_language_gets_distances(text: str, previous: list[str]) -> None:
    hits = await TopicIndex(ENTRIES).query(text, previous)
    assert all(0 <= hit.distance <= 1 for hit in hits)
