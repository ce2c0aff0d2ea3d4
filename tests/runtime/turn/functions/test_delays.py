"""While a model takes long on a call, the project's fillers are said; a chat hears none."""

from __future__ import annotations

from itertools import pairwise

from parley.agent_host.protocol import Reply
from parley.domain.projects.experimental import Experimental, Fillers
from parley.domain.projects.model import Project
from parley.providers.llm.scripted import Call, Say
from tests.runtime.turn.stage import Stage, function, project

IN_TWO_LANGUAGES = Fillers({"en": ("Let me see, $name.", "One moment."), "es": ("A ver.",)}, first_after=2, interval=4)


def agent(fillers: Fillers) -> Project:
    functions = {"act": function("act")}
    return project(rules="{{fn:act}}", functions=functions, experimental=Experimental(fillers=fillers))


def on_the_phone(fillers: Fillers) -> Stage:
    stage = Stage(agent(fillers), [Call("act"), Say("Done.")] * 2, {"act": Reply("x")}, channel="sip.polyai")
    stage.dialog.state_json = {"name": "Ann"}
    return stage


async def test_silence_is_counted_from_the_callers_words_over_all_requests_of_a_turn() -> None:
    stage = on_the_phone(IN_TWO_LANGUAGES)
    await stage.say("Hi")
    assert len(stage.requests) == 2
    (wait,) = stage.waits
    moments = list(wait.latency.moments())
    assert wait.function is None
    assert moments[:3] == [(2, "Let me see, Ann."), (6, "One moment."), (10, "Let me see, Ann.")]
    assert moments[-1][0] > 30


async def test_fillers_are_in_the_language_of_the_conversation() -> None:
    assert await said_in("es-US") == "A ver."
    assert await said_in("fr-FR") is None


async def said_in(language: str) -> str | None:
    stage = on_the_phone(IN_TWO_LANGUAGES)
    stage.dialog.language = language
    await stage.say("Hi")
    return next((text for wait in stage.waits for _, text in wait.latency.moments()), None)


async def test_a_chat_hears_no_fillers() -> None:
    stage = Stage(agent(IN_TWO_LANGUAGES), [Say("Hello.")])
    await stage.say("Hi")
    assert stage.waits == []


async def test_fillers_in_random_order_all_come_before_one_comes_again() -> None:
    stage = on_the_phone(Fillers({"": tuple("abcdef")}, first_after=0, interval=0.01, randomize=True))
    orders = []
    for _ in range(2):
        await stage.say("Hi")
        orders.append([text for _, text in stage.waits[0].latency.moments()])
    assert all(sorted(order[:6]) == sorted(order[6:12]) == list("abcdef") for order in orders)
    assert orders[0] != orders[1]
    assert all(later - sooner >= 0.5 for (sooner, _), (later, _) in pairwise(stage.waits[0].latency.moments()))
