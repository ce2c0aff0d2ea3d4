"""Two installations for all journeys of a test process, one without a model and one with: each test has projects of its
own in them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.conftest import private_folder
from tests.fake_openai import FakeOpenAI, fake_openai
from tests.journeys.calls import Switchboard, switchboard
from tests.journeys.installation import Agent, Installation, database, files_of, installed
from tests.journeys.shop import Shop, shop_open


@pytest.fixture(scope="session")
async def installation(postgres: str) -> AsyncIterator[Installation]:
    """Nothing is configured: the built-in responder answers."""
    with private_folder() as folder:
        async with database(postgres) as dsn, installed(dsn, folder) as running:
            yield running


@pytest.fixture(scope="session")
async def model_server() -> AsyncIterator[FakeOpenAI]:
    async with fake_openai() as server:
        yield server


@pytest.fixture(scope="session")
async def thinking(postgres: str, model_server: FakeOpenAI) -> AsyncIterator[Installation]:
    """A model server is configured, with a second model to fall back on; functions have two seconds."""
    settings: dict[str, Any] = {
        "llm_base_url": model_server.url,
        "llm_api_key": "sk-installation",
        "llm_model": "big",
        "llm_fallbacks": ("small",),
        "llm_first_word_seconds": 1.0,
        "embeddings": "none",
        "function_seconds": 2.0,
    }
    with private_folder() as folder:
        async with database(postgres) as dsn, installed(dsn, folder, **settings) as running:
            yield running


@pytest.fixture
async def server(model_server: FakeOpenAI) -> AsyncIterator[FakeOpenAI]:
    """The model server with an empty notebook; whatever it had to refuse, or was not asked for, fails the test."""
    model_server.answers.clear()
    model_server.problems.clear()
    model_server.plays()
    yield model_server
    assert model_server.problems == []
    assert not model_server.answers


@pytest.fixture(scope="session")
async def shop() -> AsyncIterator[Shop]:
    async with shop_open() as found:
        yield found


@pytest.fixture(scope="session")
async def deployed_everything(installation: Installation, shop: Shop) -> Agent:
    return await installation.agent(files_of("everything", port=str(shop.port)))


@pytest.fixture
async def everything(deployed_everything: Agent) -> AsyncIterator[Agent]:
    """The agent that uses the whole format; a script that is not played to its end fails the test."""
    deployed_everything.installation.models.pop(deployed_everything.project_info.id, None)
    yield deployed_everything
    assert deployed_everything.has_played


@pytest.fixture(scope="session")
async def calls() -> AsyncIterator[Switchboard]:
    """A real instance that has a telephone; its tests run in one process, one after the other."""
    with private_folder() as folder:
        async with switchboard(folder) as board:
            yield board
