"""The chain of models and its memory."""

from __future__ import annotations

import pytest

from parley.providers.llm.fallback import Attempt, Candidate, CircuitPolicy, FallbackModel, Outcome
from parley.providers.llm.protocol import Message, ModelError, Request, Text, complete
from parley.providers.llm.scripted import Answer, Fail, Say, ScriptedModel

HELLO = Request([Message("user", "hello")], model="huge")
DOWN = Answer((Fail("down"),), repeat=True)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def chain(*models: ScriptedModel, clock: Clock | None = None) -> tuple[FallbackModel, list[Attempt]]:
    attempts: list[Attempt] = []
    candidates = [Candidate(name, model, name == "a") for name, model in zip("abc", models, strict=False)]
    policy = CircuitPolicy(failures=2, rest=30)
    return FallbackModel(candidates, policy=policy, clock=clock or Clock(), on_attempt=attempts.append), attempts


async def test_the_first_that_answers_is_heard() -> None:
    first, second = ScriptedModel([DOWN]), ScriptedModel([Say("Hi")])
    model, attempts = chain(first, second)
    assert await complete(model, HELLO) == "Hi"
    assert [(attempt.candidate, attempt.outcome) for attempt in attempts] == [
        ("a", Outcome.FAILED),
        ("b", Outcome.ANSWERED),
    ]
    assert (first.requests[0].model, second.requests[0].model) == ("huge", None)


async def test_the_last_error_is_raised() -> None:
    model, _ = chain(ScriptedModel([DOWN]), ScriptedModel([Fail("also down")]))
    with pytest.raises(ModelError, match="also down"):
        await complete(model, HELLO)


async def test_a_model_that_began_is_not_replaced() -> None:
    second = ScriptedModel([Say("no")])
    model, _ = chain(ScriptedModel([Answer((Say("Half"), Fail("gone")))]), second)
    pieces = model.stream(HELLO)
    assert await anext(pieces) == Text("Half")
    with pytest.raises(ModelError, match="gone"):
        await anext(pieces)
    assert second.requests == []


async def test_a_failing_model_rests_and_is_tried_again() -> None:
    clock = Clock()
    first, second = ScriptedModel([DOWN]), ScriptedModel([Answer((Say("Hi"),), repeat=True)])
    model, _ = chain(first, second, clock=clock)
    for _ in range(4):
        assert await complete(model, HELLO) == "Hi"
    assert len(first.requests) == 2
    clock.now = 30
    for _ in range(3):
        assert await complete(model, HELLO) == "Hi"
    assert len(first.requests) == 3


async def test_a_recovered_model_is_used_again() -> None:
    clock = Clock()
    first = ScriptedModel([Fail(), Fail(), Answer((Say("back"),), repeat=True)])
    model, _ = chain(first, ScriptedModel([Answer((Say("Hi"),), repeat=True)]), clock=clock)
    replies = []
    for clock.now in (0.0, 1.0, 2.0, 40.0, 41.0):
        replies.append(await complete(model, HELLO))
    assert replies == ["Hi", "Hi", "Hi", "back", "back"]


async def test_with_every_circuit_open_all_are_tried() -> None:
    first, second = ScriptedModel([Fail(), Fail(), Say("Hi")]), ScriptedModel([DOWN])
    model, _ = chain(first, second)
    for _ in range(2):
        with pytest.raises(ModelError):
            await complete(model, HELLO)
    assert await complete(model, HELLO) == "Hi"


async def test_a_listener_who_leaves_early_closes_the_model() -> None:
    model, attempts = chain(ScriptedModel([Say("a long story")]))
    pieces = model.stream(HELLO)
    await anext(pieces)
    await pieces.aclose()
    assert attempts == [Attempt("a", Outcome.ANSWERED, 0.0, 0.0)]


def test_an_empty_chain_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        FallbackModel([])
