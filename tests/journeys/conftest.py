"""Two installations for all journeys of a test process, one without a model and one with: each test has projects of its
own in them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest

from parley.providers.llm.openai import Endpoint, Timeouts
from parley.runtime import models
from tests.conftest import private_folder
from tests.fake_openai import FakeOpenAI, fake_openai
from tests.journeys.installation import Installation, database, installed

IMPATIENT = Timeouts(first_piece=1.0)


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
    settings = {
        "llm_base_url": model_server.url,
        "llm_api_key": "sk-installation",
        "llm_model": "big",
        "llm_fallbacks": ("small",),
        "embeddings": "none",
        "function_seconds": 2.0,
    }
    with private_folder() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "Endpoint", partial(Endpoint, timeouts=IMPATIENT))
        async with database(postgres) as dsn, installed(dsn, folder, **settings) as running:
            yield running


@pytest.fixture
async def server(model_server: FakeOpenAI) -> AsyncIterator[FakeOpenAI]:
    """The model server with an empty notebook; whatever it had to refuse fails the test."""
    model_server.plays()
    model_server.problems.clear()
    yield model_server
    assert model_server.problems == []
