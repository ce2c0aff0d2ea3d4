"""The audio cache over HTTP: what is listed, replaced, asked for and forgotten, and by whom."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import numpy as np
import pytest

from parley.build_api.telephony.audio_cache import MOST_DELETED
from parley.domain.phrases import store
from parley.domain.phrases.model import MOST_PREVIEWS, KnownPhrase
from parley.domain.voices import store as voices
from parley.providers.speech.protocol import Piece, SpeechFailed
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.resources import Resources
from parley.telephony.phrase_audio import PreviewSynthesis
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make
from tests.providers.speech.test_wav import tone, wav
from tests.waiting import until

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
    page = await builder.send("GET", "/audio-cache?sort=transcript:desc&limit=2")
    assert [each["transcript"] for each in page["entries"]] == ["One moment.", "Hello."]
    assert (page["total_count"], page["totalCount"], page["limit"], page["offset"]) == (3, 3, 2, 0)
    rest = await builder.send("GET", "/audio-cache?sort=transcript:desc&limit=2&offset=2")
    assert [(each["transcript"], each["duration"], each["cached_at"]) for each in rest["entries"]] == [
        ("Goodbye.", 0, None)
    ]
    for query in ("sort=transcript", "sort=audio:asc", "limit=201", "limit=0", "offset=-1"):
        await builder.send("GET", f"/audio-cache?{query}", 400)


async def test_a_recording_takes_the_place_of_synthesized_speech(builder: Builder, resources: Resources) -> None:
    path = "/audio-cache/p0/file"
    await builder.send("GET", path, 404)
    stereo = np.repeat(tone(8_000), 2)
    named = {**WAV, "x-filename": "nora.wav"}
    entry = await builder.send("PATCH", path, content=wav(stereo, channels=2), headers=named)
    assert (entry["imported"], entry["regenerated"], entry["duration"]) == (True, False, 0.1)
    assert entry["audio_filename"] == entry["audioFilename"] == "nora.wav"
    assert entry["cached_at"] == entry["cachedAt"] is not None
    file = await builder.ask("GET", path)
    assert (file.headers["content-type"], file.content) == ("audio/wav", wav(tone(8_000)))
    await builder.send("PATCH", path, 400, content=b"RIFF", headers=WAV)
    rows = await resources.db.fetch("select verb, kind, subject, fields from audit_log where kind = 'phrase'")
    assert [(row["verb"], row["subject"], row["fields"]) for row in rows] == [("changed", "p0", ["audio"])]


async def test_what_calls_play_is_counted_and_sorted_by(builder: Builder, resources: Resources) -> None:
    await builder.send("PATCH", "/audio-cache/p1/file", content=wav(tone(8_000)), headers=WAV)
    async with resources.db.transaction() as tx:
        await store.add_hits(tx, builder.project_info.id, {"p1": 2, "p2": 1, "gone": 3})
    for name in ("hit_count", "hitCount"):
        listed = (await builder.send("GET", f"/audio-cache?sort={name}:desc"))["entries"]
        assert [(each["id"], each["hit_count"], each["hitCount"]) for each in listed] == [
            ("p1", 2, 2), ("p2", 1, 1), ("p0", 0, 0),
        ]  # fmt: skip
    for name in ("duration", "cached_at"):
        listed = (await builder.send("GET", f"/audio-cache?sort={name}:desc"))["entries"]
        assert listed[0]["id"] == "p1", name


async def test_audio_its_text_and_its_settings_are_replaced_together(builder: Builder) -> None:
    path, audio = "/audio-cache/p1/details", ("new.wav", wav(tone(8_000)), "audio/wav")
    settings = {"text": "Good bye!", "config": {"stability": 0.5}}
    entry = await builder.send("PUT", path, files={"file": audio}, data={"settings": json.dumps(settings)})
    assert (entry["transcript"], entry["config"], entry["audio_filename"]) == (
        "Good bye!",
        settings["config"],
        "new.wav",
    )
    assert (entry["regenerated"], entry["imported"], entry["duration"]) == (True, False, 0.1)
    for missing in (
        {"data": {"settings": json.dumps(settings)}, "files": {"other": audio}},
        {"files": {"file": audio}},
    ):
        await builder.send("PUT", path, 400, **missing)
    for wrong in (
        "",
        "{",
        "[]",
        "{}",
        '{"text": ""}',
        json.dumps({"text": "x" * 1_001}),
        '{"text": "Hi", "config": 1}',
    ):
        await builder.send("PUT", path, 400, files={"file": audio}, data={"settings": wrong})
    silent = ("x.wav", b"RIFF", "audio/wav")
    await builder.send("PUT", path, 400, files={"file": silent}, data={"settings": json.dumps(settings)})
    for content in (b"", b"--x--", b"--x\r\n\r\n\r\n--x--\r\n"):
        await builder.send(
            "PUT", path, 400, content=content, headers={"content-type": "multipart/form-data; boundary=x"}
        )
    await builder.send("PUT", path, 415, json=settings)


async def test_a_text_is_heard_in_the_voice_of_an_entry(builder: Builder, resources: Resources) -> None:
    path, wanted = "/audio-cache/p2/synthesize", {"text": "Ten letters", "config": {"similarityBoost": 1}}
    await builder.send("POST", path, 503, json=wanted)
    async with resources.db.transaction() as tx:
        await voices.put_report(tx, 1, ["hibari"], [], resources.clock.now())
    asked = asyncio.create_task(builder.ask("POST", path, json={**wanted, "language": "de-DE"}))

    async def is_asked_for() -> bool:
        return bool(await store.list_unanswered(resources.db, 10))

    await until(is_asked_for)
    (preview,) = await store.list_unanswered(resources.db, 10)
    assert (preview.text, preview.language, preview.voice) == (
        "Ten letters", "de-DE", {"config": {"similarity_boost": 1}}
    )  # fmt: skip
    assert await PreviewSynthesis(resources, SilentSynthesizer(0.1)).answer() == 1
    answer = await asked
    assert (answer.headers["content-type"], len(answer.content)) == ("audio/wav", round(1.1 * 8_000) * 2 + 44)
    assert await resources.db.fetch("select from phrase_previews") == []
    assert (await builder.send("GET", "/audio-cache?sort=duration:desc"))["entries"][0]["duration"] == 0, (
        "it is not kept"
    )
    for wrong in ({"text": ""}, {"text": "x" * 1_001}, {}, {"text": "Hi", "config": 1}):
        await builder.send("POST", path, 400, json=wrong)


async def test_what_cannot_be_spoken_is_said_so_and_few_wait_at_once(builder: Builder, resources: Resources) -> None:
    async with resources.db.transaction() as tx:
        await voices.put_report(tx, 1, ["hibari"], [], resources.clock.now())
    path = "/audio-cache/p2/synthesize"
    asked = [asyncio.create_task(builder.ask("POST", path, json={"text": "Hi."})) for _ in range(MOST_PREVIEWS)]

    async def all_wait() -> bool:
        return len(await store.list_unanswered(resources.db, 10)) == MOST_PREVIEWS

    await until(all_wait)
    await builder.send("POST", path, 429, json={"text": "Hi."})
    assert await PreviewSynthesis(resources, BrokenSynthesizer()).answer() == MOST_PREVIEWS
    assert [each.status_code for each in await asyncio.gather(*asked)] == [502] * MOST_PREVIEWS


async def test_entries_are_forgotten_one_by_one_or_many_at_once(builder: Builder) -> None:
    assert await builder.send("DELETE", "/audio-cache/p0") == {"success": True}
    await builder.send("DELETE", "/audio-cache/p0", 404)
    gone = await builder.send("POST", "/audio-cache/bulk-delete", json={"ids": ["p0", "p1", "p1"]})
    assert gone == {"deleted": ["p1"], "failed": ["p0"]}
    too_many = {"ids": [str(number) for number in range(MOST_DELETED + 1)]}
    await builder.send("POST", "/audio-cache/bulk-delete", 400, json=too_many)
    assert (await builder.send("GET", "/audio-cache"))["total_count"] == 1


async def test_entries_of_others_are_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    assert (await other.send("GET", "/audio-cache"))["total_count"] == 0
    audio = wav(tone(8_000))
    details = {"files": {"file": ("a.wav", audio, "audio/wav")}, "data": {"settings": '{"text": "Hi."}'}}
    await other.send("GET", "/audio-cache/p0/file", 404)
    await other.send("PATCH", "/audio-cache/p0/file", 404, content=audio, headers=WAV)
    await other.send("PUT", "/audio-cache/p0/details", 404, **details)
    await other.send("POST", "/audio-cache/p0/synthesize", 404, json={"text": "Hi."})
    await other.send("DELETE", "/audio-cache/p0", 404)
    gone = await other.send("POST", "/audio-cache/bulk-delete", json={"ids": ["p0"]})
    assert gone == {"deleted": [], "failed": ["p0"]}
    other.path = builder.path
    for method, path, options in (
        ("GET", "", {}),
        ("GET", "/p0/file", {}),
        ("PATCH", "/p0/file", {"content": audio, "headers": WAV}),
        ("PUT", "/p0/details", details),
        ("POST", "/p0/synthesize", {"json": {"text": "Hi."}}),
        ("POST", "/bulk-delete", {"json": {"ids": ["p0"]}}),
        ("DELETE", "/p0", {}),
    ):
        await other.send(method, f"/audio-cache{path}", 404, **options)
    assert (await builder.send("GET", "/audio-cache"))["total_count"] == 3


class BrokenSynthesizer:
    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        raise SpeechFailed
        yield b""
