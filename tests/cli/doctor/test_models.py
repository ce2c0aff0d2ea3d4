"""What is made of the answers of a model server."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from parley.cli.doctor import models
from parley.cli.doctor.finding import Finding, Level
from parley.providers.local_model.catalogue import LocalModel
from parley.settings import Settings


def examine_models(settings: Settings, answer: httpx.Response | Exception) -> list[Finding]:
    def handle(request: httpx.Request) -> httpx.Response:
        assert request.url.path.endswith("/v1/models")
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def run() -> list[Finding]:
        async with httpx.AsyncClient(transport=httpx.MockTransport(handle)) as client:
            return [each async for each in models.examine(settings, client)]

    return asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "level", "words"),
    [
        (httpx.Response(200, json={"data": [{"id": "qwen"}]}), Level.OK, "qwen at models.example"),
        (httpx.Response(404), Level.OK, "qwen at models.example"),
        (httpx.Response(200, json={"data": [{"id": "other"}]}), Level.WARNING, "does not list qwen"),
        (httpx.Response(401), Level.PROBLEM, "refuses the key (401)"),
        (httpx.ConnectError("secret"), Level.PROBLEM, "models.example cannot be reached (ConnectError)"),
    ],
)
def test_a_model(answer: httpx.Response | Exception, level: Level, words: str) -> None:
    settings = Settings(llm_base_url="http://models.example/v1", llm_model="qwen", llm_api_key="secret")
    language, embeddings = examine_models(settings, answer)
    assert (language.level, embeddings.level) == (level, Level.OK)
    assert words in language.what
    assert bool(language.why and language.todo) is (level is not Level.OK)
    assert "secret" not in str(language)


def test_no_model_is_no_problem() -> None:
    assert {each.level for each in examine_models(Settings(), httpx.Response(500))} == {Level.OK}


def test_a_model_on_this_machine_is_there_or_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for installed, level in ((True, Level.OK), (False, Level.PROBLEM)):
        monkeypatch.setattr(LocalModel, "is_installed", lambda self, there=installed: there)
        monkeypatch.setattr(models, "engine_is_installed", lambda: True)
        language, _ = examine_models(Settings(llm_provider="small"), httpx.Response(500))
        assert language.level is level
        assert installed or language.todo == "parley models install small"
