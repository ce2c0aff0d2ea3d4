"""Pieces of an engine → pieces of a reply."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from parley.providers.llm.protocol import ModelError, Request, Text, Tool, ToolCall
from parley.providers.local_model import model
from parley.providers.local_model.catalogue import LocalModel
from parley.providers.local_model.model import InstalledModel, InstalledModels, read_call, task_of
from parley.providers.local_model.process import EngineQueue
from parley.providers.local_model.wire import Task

TOOLS = [Tool("book", "")]


class Saying(EngineQueue):
    def __init__(self, pieces: Sequence[str]) -> None:
        super().__init__("tiny")
        self._said = pieces

    async def answer(self, task: Task, seconds: float) -> AsyncIterator[str]:  # type: ignore[override]
        for piece in self._said:
            yield piece

    async def aclose(self) -> None: ...


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "engine_is_installed", lambda: True)
    monkeypatch.setattr(LocalModel, "is_installed", lambda self, folder=Path(): True)


async def stream(pieces: Sequence[str], *, json_reply: bool = False) -> list[Text | ToolCall]:
    request = Request([], TOOLS, json_reply=json_reply)
    return [piece async for piece in InstalledModel("tiny", Saying(pieces), 1.0).stream(request)]


@pytest.mark.usefixtures("installed")
async def test_words_come_as_they_are_said() -> None:
    assert await stream(["Good", " morning"]) == [Text("Good"), Text(" morning")]


@pytest.mark.usefixtures("installed")
async def test_who_does_not_stop_talking_is_stopped() -> None:
    assert len(await stream(["on "] * 1000)) == model.WORDS


@pytest.mark.usefixtures("installed")
async def test_a_call_comes_whole() -> None:
    (call,) = await stream(['{"name": "book", ', '"arguments": {"day": "fri', 'day"}}'])
    assert isinstance(call, ToolCall)
    assert (call.name, json.loads(call.arguments)) == ("book", {"day": "friday"})


@pytest.mark.usefixtures("installed")
async def test_a_call_as_programs_write_it_is_never_said() -> None:
    for pieces in (["bo", "ok", "(", ")"], ["bo", "ok"]):
        (call,) = await stream(pieces)
        assert isinstance(call, ToolCall)
        assert (call.name, call.arguments) == ("book", "{}")
    assert await stream(["bo", "oks", " are here"]) == [Text("books"), Text(" are here")]
    assert await stream(["bo"]) == [Text("bo")]


@pytest.mark.usefixtures("installed")
async def test_a_reply_in_json_is_text() -> None:
    assert await stream(["{", '"a": 1}'], json_reply=True) == [Text("{"), Text('"a": 1}')]


async def test_what_is_not_installed_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "engine_is_installed", lambda: False)
    with pytest.raises(ModelError, match="parley models install tiny"):
        await stream([])


@pytest.mark.parametrize("text", ['{"name": "book", "argu', "{}", "[]", '{"name": "x"}'])
def test_half_a_call_is_none(text: str) -> None:
    with pytest.raises(ModelError, match="half a call"):
        read_call(text)


def test_length_and_temperature_are_bounded() -> None:
    assert task_of(Request([])).max_tokens == model.WORDS
    assert task_of(Request([], TOOLS, parameters={"max_tokens": 7, "temperature": 0.5})).max_tokens == 7
    assert task_of(Request([], TOOLS, parameters={"max_tokens": 10**6})).max_tokens == model.MAX_TOKENS
    assert task_of(Request([], parameters={"temperature": "hot", "max_tokens": "many"})).temperature == 0.0


def test_all_projects_share_a_process() -> None:
    models = InstalledModels(1, 1.0)
    assert models.find("small")._queue is models.find("small")._queue
