"""Wherever a tenant can put a pattern, one that takes `re` exponential time takes no longer than a harmless one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from time import thread_time

import pytest

from parley.agent_host.surface.entities import AlphanumericConfig, validate
from parley.domain.projects import entities
from parley.domain.projects.model import Correction, Entity, PhraseFilter, Pronunciation
from parley.domain.projects.schema_check import find_misfits
from parley.local_responder.slots.extraction import ExtractionContext, extract_value
from parley.local_responder.slots.spec import SlotKind, SlotSpec
from parley.providers.llm.protocol import Message, Request
from parley.providers.llm.scripted import Answer, Say, ScriptedModel
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.agent.phrase_filters import PhraseStream
from parley.runtime.test_runs import expectations
from tests.runtime.turn.stage import project

EVIL = [r"(a+)+$", r"(a|a)*b", r"(\w+\s?)*!", r"((a*)*)*c", r"(?=(?:a+)+$)a", r"^(([a-z])+.)+[A-Z]([a-z])+$"]
HARMLESS = "harmless"
TEXT = "a" * 27 + "?"
"""Long enough for `re` to need seconds."""
CONTEXT = entities.Context(date(2026, 3, 1))


async def entity(pattern: str) -> object:
    return entities.check(Entity("e", "", "alphanumeric", {"regular_expression": pattern}), TEXT, CONTEXT)


async def custom_regex(pattern: str) -> object:
    return validate(TEXT, AlphanumericConfig(custom_regex=pattern), CONTEXT)


async def correction_of_a_part(pattern: str) -> object:
    return await CompiledProject(project(corrections=(Correction(pattern, "x", whole=False),))).corrected(TEXT)


async def correction_of_the_whole(pattern: str) -> object:
    return await CompiledProject(project(corrections=(Correction(pattern, "x", whole=True),))).corrected(TEXT)


async def pronunciation(pattern: str) -> object:
    return await CompiledProject(project(pronunciations=(Pronunciation(pattern, "x"),))).pronounced(TEXT, "en-US")


async def phrase_filter(pattern: str) -> object:
    stream = PhraseStream(CompiledProject(project(phrase_filters=(PhraseFilter("f", (pattern,)),))).phrases("en-US"))
    return stream.feed(TEXT) + stream.feed(TEXT) + stream.close()


async def local_responder(pattern: str) -> object:
    return extract_value(
        SlotSpec("code", SlotKind.CODE, pattern=pattern),
        TEXT,
        ExtractionContext(datetime(2026, 3, 1, tzinfo=UTC)),
        asked=True,
    )


async def scripted_model(pattern: str) -> object:
    model = ScriptedModel([Answer((Say("yes"),), when=pattern), Answer((Say("no"),))])
    return [piece async for piece in model.stream(Request((Message("user", TEXT),)))]


async def expected_words(pattern: str) -> object:
    return unmet({"says": pattern, "not_says": pattern})


def unmet(expect: dict[str, str]) -> list[str]:
    found = expectations.Outcome(TEXT, (), ended=False, handoff=None, state={})
    return [str(each) for each in expectations.unmet(1, expect, found)]


async def schema(pattern: str) -> object:
    return find_misfits({"additionalProperties": {"pattern": pattern}}, {"a": TEXT})


async def schema_of_names(pattern: str) -> object:
    return find_misfits({"patternProperties": {pattern: {"type": "integer"}}, "additionalProperties": False}, {TEXT: 1})


async def schema_of_another_draft(pattern: str) -> object:
    other = "https://json-schema.org/draft/2020-12/schema"
    return find_misfits({"properties": {"a": {"$schema": other, "pattern": pattern}}}, {"a": TEXT})


async def schema_with_what_was_not_evaluated(pattern: str) -> object:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return find_misfits({**head, "patternProperties": {pattern: {}}, "unevaluatedProperties": False}, {TEXT: 1})


USES: list[Callable[[str], Awaitable[object]]] = [
    *(entity, custom_regex, correction_of_a_part, correction_of_the_whole, pronunciation, phrase_filter),
    *(local_responder, scripted_model, expected_words, schema, schema_of_names, schema_of_another_draft),
    schema_with_what_was_not_evaluated,
]


async def seconds(use: Callable[[str], Awaitable[object]], pattern: str) -> float:
    begun = thread_time()
    await use(pattern)
    return thread_time() - begun


@pytest.mark.slow
@pytest.mark.parametrize("use", USES)
async def test_no_pattern_of_a_tenant_takes_long(use: Callable[[str], Awaitable[object]]) -> None:
    harmless = max([await seconds(use, HARMLESS) for _ in range(3)])
    for pattern in EVIL:
        assert await seconds(use, pattern) < 20 * harmless + 0.1, pattern


async def test_patterns_that_cannot_be_used_are_ignored_and_the_rest_works() -> None:
    reference = r"(\w)\1"
    agent = CompiledProject(
        project(
            corrections=(Correction(reference, "x", whole=False), Correction("b", "c", whole=False)),
            pronunciations=(Pronunciation(reference, "x"), Pronunciation("c", "d")),
            phrase_filters=(PhraseFilter("f", (reference, "stop")), PhraseFilter("g", (reference,))),
        )
    )
    assert await agent.corrected("aab") == "aac"
    assert await agent.pronounced("aac", "en-US") == "aad"
    assert [len(phrase.patterns) for phrase in agent.phrases("en-US")] == [1]
    assert entities.check(Entity("e", "", "alphanumeric", {"regular_expression": reference}), "ab", CONTEXT).valid


async def test_corrections_of_whole_transcripts_may_begin_with_flags() -> None:
    agent = CompiledProject(project(corrections=(Correction("(?i)yep", "yes", whole=True),)))
    assert [await agent.corrected(text) for text in ("YEP", "yep yep")] == ["yes", "yep yep"]


@pytest.mark.slow
async def test_rules_that_make_a_text_longer_and_longer_come_to_an_end() -> None:
    doubling = (Correction("(.)", r"\1\1\1\1", whole=False),) * 30
    assert len(await CompiledProject(project(corrections=doubling)).corrected("x" * 20_000)) <= 200_000


@pytest.mark.slow
async def test_all_rules_together_are_limited_for_one_text() -> None:
    """Each of these takes thousands of steps for each character, and there are hundreds of them."""
    slow = (Correction("(?:.{0,400}x){1}y", "x", whole=False),) * 200
    agent = CompiledProject(project(corrections=slow))
    begun = thread_time()
    assert await agent.corrected("a" * 20_000) == "a" * 20_000
    assert thread_time() - begun < 10


@pytest.mark.slow
async def test_what_takes_long_does_not_hold_up_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in a thread, and RE2 lets others work meanwhile."""
    threads: list[object] = []

    async def to_thread(turn: Callable[..., object], *arguments: object) -> object:
        threads.append(turn)
        return turn(*arguments)

    monkeypatch.setattr("asyncio.to_thread", to_thread)
    agent = CompiledProject(project(corrections=(Correction(r"\bfoo\b", "bar", whole=False),)))
    assert await agent.corrected("foo") == "bar"
    assert threads == []
    assert await agent.corrected("foo " * 5_000) == "bar " * 5_000
    assert len(threads) == 1


def test_suites_say_which_of_their_patterns_cannot_be_used() -> None:
    (failure,) = unmet({"not_says": r"(\w)\1"})
    assert failure == "turn 1: 'not_says' cannot be used: it refers back to a group (\\1 or (?P=name)); " + (
        "write out what may be repeated"
    )
    assert unmet({"says": "A{27}", "not_says": "b"}) == []
    assert [each[:24] for each in unmet({"says": "b", "not_says": "A"})] == [
        "turn 1: wanted words lik",
        "turn 1: wanted no words ",
    ]
