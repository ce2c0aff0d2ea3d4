"""A conversation goes on with other files only if they have what it is in the middle of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.session.newest_deployment import why_unfit
from parley.runtime.turn.dialog import ConversationContext, DialogState

FILES = {
    "project.yaml": b"project_id: desk\naccount_id: acme\n",
    "config/variant_attributes.yaml": b"variants: [{name: north, is_default: true}]\nattributes: []\n",
    "flows/ask/flow_config.yaml": b"name: Ask\nstart_step: First\n",
    "flows/ask/steps/first.yaml": b"step_type: advanced_step\nname: First\nprompt: Go on.\n",
}
IDLE = DialogState(ConversationContext("c", "a", "p", "sandbox", "CHAT"))


@pytest.fixture(scope="module")
def compiled() -> CompiledProject:
    bundle, _problems = bundle_files(FILES)
    assert bundle is not None
    project, problems = load_project(bundle)
    assert project is not None, problems
    return CompiledProject(project)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"variant": "north"}, None),
        ({"flow": "Ask", "step": "First"}, None),
        ({"variant": "south"}, "the newest has no variant 'south'"),
        ({"flow": "Book", "step": "First"}, "the newest has no flow 'Book'"),
        ({"flow": "Ask", "step": "Second"}, "the newest has no step 'Second' in flow 'Ask'"),
    ],
)
def test_what_is_gone_keeps_a_conversation_where_it_is(
    compiled: CompiledProject, changes: dict[str, str], reason: str | None
) -> None:
    assert why_unfit(replace(IDLE, **changes), compiled) == reason  # type: ignore[arg-type]
