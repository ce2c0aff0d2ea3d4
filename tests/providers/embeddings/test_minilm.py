"""The in-process model, and how well topics are found with it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from parley.providers.embeddings.index import Entry, TopicIndex, build_index
from parley.providers.embeddings.minilm import BATCH_TOKENS, MiniLM, batches

pytestmark = pytest.mark.io

QUESTIONS: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "questions.yaml").read_text())
UNRELATED: list[str] = QUESTIONS.pop("unrelated")


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


def test_texts_of_one_meaning_are_near(model: MiniLM) -> None:
    same, other, near = model.embed_now(["Where is my parcel?", "I like bread", "Has my package arrived?"])
    assert same @ near > 0.5 > 0.2 > same @ other
    assert same.dtype == np.float32
    assert abs(np.linalg.norm(same) - 1) < 1e-5


def test_a_text_has_the_same_vector_in_any_company(model: MiniLM) -> None:
    texts = ["short", "a somewhat longer text than that one", "", "word " * 400, "東京 😀"]
    together = model.embed_now(texts)
    alone = np.concatenate([model.embed_now([text]) for text in texts])
    assert np.sum(together * alone, axis=1).min() > 0.99


def test_batches_are_bounded_and_hold_each_text_once() -> None:
    lengths = [256, 3, 90, 256, 256, 256, 12, 2]
    found = batches(lengths)
    assert sorted(position for batch in found for position in batch) == list(range(len(lengths)))
    assert all(len(batch) * max(lengths[position] for position in batch) <= BATCH_TOKENS for batch in found)
    assert batches([]) == []


def test_threads_may_share_it() -> None:
    fresh = MiniLM()
    with ThreadPoolExecutor(4) as pool:
        vectors = list(pool.map(lambda _: fresh.embed_now(["hello there"]), range(8)))
    assert all(np.allclose(vector, vectors[0], atol=1e-5) for vector in vectors)


async def test_the_event_loop_stays_free(model: MiniLM) -> None:
    ticks = 0
    work = asyncio.create_task(model.embed(["word " * 300] * 4))
    while not work.done():
        await asyncio.sleep(0.001)
        ticks += 1
    assert ticks > 5


def entries(topics: list[dict[str, Any]]) -> list[Entry]:
    return [Entry(topic["name"], tuple(topic["example_queries"]), topic["content"]) for topic in topics]


async def quality(index: TopicIndex, topics: list[dict[str, Any]]) -> tuple[int, int, int, int]:
    """Questions asked, right topic found, right topic first, unrelated questions that found anything."""
    asked = found = first = 0
    for topic in topics:
        for question in topic["questions"]:
            hits = [hit.name for hit in await index.query(question) if hit.distance < 0.4]
            asked += 1
            found += topic["name"] in hits
            first += hits[:1] == [topic["name"]]
    false = [question for question in UNRELATED if (await index.query(question))[0].distance < 0.4]
    return asked, found, first, len(false)


@pytest.mark.parametrize(
    ("with_model", "recall", "precision", "false_alarms"), [(True, 0.88, 0.83, 0.08), (False, 0.55, 0.53, 0.08)]
)
async def test_paraphrases_are_found_and_unrelated_questions_are_not(
    model: MiniLM, with_model: bool, recall: float, precision: float, false_alarms: float
) -> None:
    totals = np.zeros(4)
    for project in QUESTIONS.values():
        index = await build_index(entries(project["topics"]), model if with_model else None)
        totals += await quality(index, project["topics"])
    asked, found, first, false = totals
    assert found / asked >= recall
    assert first / asked >= precision
    assert false / (len(UNRELATED) * len(QUESTIONS)) <= false_alarms
