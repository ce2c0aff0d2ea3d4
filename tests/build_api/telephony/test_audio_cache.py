"""The audio cache over HTTP: what is listed, replaced, asked for and forgotten, and by whom."""

from __future__ import annotations

import numpy as np
import pytest

from parley.build_api.telephony.audio_cache import MOST_DELETED
from parley.domain.phrases import store
from parley.domain.phrases.model import KnownPhrase
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make
from tests.providers.speech.test_wav import tone, wav

pytestmark = pytest.mark.io

TEXTS = ("Hello.", "Goodbye.", "One moment.")
WAV = {"content-type": "audio/wav"}


@pytest.fixture
async def builder(build: ContractClient, make: Make, resources: Resources) -> Builder:
    builder = await Builder.of(build, make)
    known = [KnownPhrase(f"p{number}", text, text, "en-US", None) for number, text in enumerate(TEXTS)]
    async with resources.db.transaction() as tx:
        await store.put_known(tx, builder.project_info.id, known, resources.clock.now())
    return builder


async def test_entries_are_listed_in_pages_and_in_the_order_that_is_asked_for(builder: Builder) -> None:
    page = await builder.send("GET", "/audio-cache?sort=text:desc&limit=2")
    assert [each["text"] for each in page["entries"]] == ["One moment.", "Hello."]
    assert (page["count"], page["limit"], page["offset"]) == (3, 2, 0)
    rest = await builder.send("GET", "/audio-cache?sort=text:desc&limit=2&offset=2")
    assert [(each["text"], each["source"]) for each in rest["entries"]] == [("Goodbye.", "")]
    for query in ("sort=text", "sort=audio:asc", "limit=201", "limit=0", "offset=-1"):
        await builder.send("GET", f"/audio-cache?{query}", 400)


async def test_a_recording_takes_the_place_of_synthesized_speech(builder: Builder, resources: Resources) -> None:
    path = "/audio-cache/p0/file"
    await builder.send("GET", path, 404)
    stereo = np.repeat(tone(8_000), 2)
    entry = await builder.send("PATCH", path, content=wav(stereo, channels=2), headers=WAV)
    assert (entry["source"], entry["sizeBytes"]) == ("uploaded", 1_600)
    file = await builder.ask("GET", path)
    assert (file.headers["content-type"], file.content) == ("audio/wav", wav(tone(8_000)))
    await builder.send("PATCH", path, 400, content=b"RIFF", headers=WAV)
    rows = await resources.db.fetch("select verb, kind, subject, fields from audit_log where kind = 'phrase'")
    assert [(row["verb"], row["subject"], row["fields"]) for row in rows] == [("changed", "p0", ["audio"])]


async def test_synthesis_is_asked_for_with_a_text_of_ones_own(builder: Builder, resources: Resources) -> None:
    await builder.send("PUT", "/audio-cache/p1/details", json={"spokenText": "Good bye!"})
    assert (await builder.send("POST", "/audio-cache/p1/synthesize"))["isRequested"]
    (wanted,) = await store.list_requested(resources.db, 10)
    assert (wanted.id, wanted.spoken_text) == ("p1", "Good bye!")
    for text in ("", "x" * 1_001):
        await builder.send("PUT", "/audio-cache/p1/details", 400, json={"spokenText": text})


async def test_entries_are_forgotten_one_by_one_or_many_at_once(builder: Builder) -> None:
    await builder.send("DELETE", "/audio-cache/p0", 204)
    await builder.send("DELETE", "/audio-cache/p0", 404)
    gone = await builder.send("POST", "/audio-cache/bulk-delete", json={"ids": ["p0", "p1", "p1"]})
    assert gone == {"deleted": ["p1"], "notFound": ["p0"]}
    too_many = {"ids": [str(number) for number in range(MOST_DELETED + 1)]}
    await builder.send("POST", "/audio-cache/bulk-delete", 400, json=too_many)
    assert (await builder.send("GET", "/audio-cache"))["count"] == 1


async def test_entries_of_others_are_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    assert (await other.send("GET", "/audio-cache"))["count"] == 0
    audio = wav(tone(8_000))
    await other.send("GET", "/audio-cache/p0/file", 404)
    await other.send("PATCH", "/audio-cache/p0/file", 404, content=audio, headers=WAV)
    await other.send("PUT", "/audio-cache/p0/details", 404, json={"spokenText": "Hi."})
    await other.send("POST", "/audio-cache/p0/synthesize", 404)
    await other.send("DELETE", "/audio-cache/p0", 404)
    gone = await other.send("POST", "/audio-cache/bulk-delete", json={"ids": ["p0"]})
    assert gone == {"deleted": [], "notFound": ["p0"]}
    other.path = builder.path
    await other.send("GET", "/audio-cache", 404)
