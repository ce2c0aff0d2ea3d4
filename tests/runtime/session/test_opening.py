"""Which deployment a conversation begins on while two are compared, whoever opens it."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from parley.domain.deployments.model import Deployment
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs.actions import start_ab_test
from parley.kit.ids import uuid7
from parley.resources import Resources
from parley.runtime.session.opening import ConversationStart, choose_deployment
from tests.make import Make

pytestmark = pytest.mark.io

MEMORY = {"memory": {"identifier_source": "integration_attributes:customer", "repeat_caller": {"state_keys": ["name"]}}}
FILES = {"agent_settings/experimental_config.json": json.dumps(MEMORY)}


class Comparison:
    def __init__(self, resources: Resources, project: ProjectInfo, live: Deployment, variant: Deployment) -> None:
        self.resources = resources
        self.project = project
        self.live = live
        self.variant = variant

    @classmethod
    async def of(cls, make: Make) -> Comparison:
        project = await make.project()
        live = await make.deploy(project, {**FILES, "agent_settings/rules.txt": "Old."})
        variant = await make.deploy(project, {**FILES, "agent_settings/rules.txt": "New."}, "pre-release")
        now = make.resources.clock.now()
        async with make.resources.db.transaction() as tx:
            await start_ab_test(tx, project, "Tone", variant.id, 50, now=now, created_by="me")
        return cls(make.resources, project, live, variant)

    async def choose(self, environment: str = "live", **more: Any) -> tuple[Deployment, UUID | None]:
        start = ConversationStart(environment, "WEBCHAT", "webchat.polyai", **more)
        return await choose_deployment(self.resources.dependencies, self.project, start, more.get("id") or uuid7())


@pytest.fixture
async def comparison(make: Make) -> Comparison:
    return await Comparison.of(make)


async def test_users_without_a_number_are_known_by_what_the_memory_knows_them_by(comparison: Comparison) -> None:
    drawn = {}
    for customer in range(24):
        chosen = [(await comparison.choose(integration_attributes={"customer": customer}))[0].id for _ in range(3)]
        assert len(set(chosen)) == 1
        drawn[customer] = chosen[0]
    assert set(drawn.values()) == {comparison.live.id, comparison.variant.id}


async def test_a_conversation_without_a_known_user_is_chosen_for_once(comparison: Comparison) -> None:
    """A call chooses before it is answered, and again when its conversation is opened."""
    drawn = set()
    for _ in range(24):
        call = uuid7()
        first, test = await comparison.choose(id=call)
        assert await comparison.choose(id=call) == (first, test)
        drawn.add(first.id)
    assert drawn == {comparison.live.id, comparison.variant.id}


async def test_only_what_is_live_is_compared_and_nothing_that_is_played_again(comparison: Comparison) -> None:
    assert await comparison.choose("pre-release") == (comparison.variant, None)
    for _ in range(12):
        assert await comparison.choose(replay_of="CONV-1") == (comparison.live, None)
        assert await comparison.choose(deployment=comparison.live.id) == (comparison.live, None)
