"""What a conversation shows to other systems, as values."""

from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.protocol import HandoffRequest
from parley.domain.conversations.model import HandoffState
from parley.domain.projects.experimental import HandoffApi
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.runtime.turn.handoff_state import LONGEST_ID, exposed

EXPOSED = HandoffApi(("name", "party_size", "never_set"), {"party_size": "covers", "unknown": "x"}, "ticket")


def dialog(state: dict[str, Any], attributes: dict[str, Any] | None = None, handoff: bool = False) -> DialogState:
    context = ConversationContext("CONV-1", "a", "p", "live", "webchat.polyai", integration_attributes=attributes)
    request = HandoffRequest("desk", "asked") if handoff else None
    return DialogState(context, state_json=state, handoff=request)


@pytest.mark.parametrize("settings", [None, HandoffApi(()), HandoffApi((), {"a": "b"}, "ticket")])
def test_without_keys_and_without_a_shared_id_there_is_nothing_to_show(settings: HandoffApi | None) -> None:
    assert exposed(dialog({"name": "Ada"}), settings) is None
    assert exposed(dialog({"name": "Ada"}, handoff=True), settings) == HandoffState("CONV-1", {})


def test_keys_are_shown_before_they_are_set() -> None:
    assert exposed(dialog({}), EXPOSED) == HandoffState("CONV-1", {"name": None, "covers": None, "never_set": None})


def test_the_keys_that_the_project_names_go_out_under_their_other_names() -> None:
    state = {"name": {"first": "Ada"}, "party_size": 7, "secret": "x", "covers": "not this one"}
    expected = {"name": {"first": "Ada"}, "covers": 7, "never_set": None}
    for handoff in (True, False):
        assert exposed(dialog(state, handoff=handoff), EXPOSED) == HandoffState("CONV-1", expected)


def test_a_project_that_names_none_shows_no_data() -> None:
    state = {"name": "Ada", "shared_id": "S", "handoff_to": "desk"}
    assert exposed(dialog(state), HandoffApi(())) == HandoffState("CONV-1", {}, "S")


def test_a_project_that_says_nothing_of_it_shows_what_agents_usually_leave() -> None:
    left = {
        "handoff_to": "desk",
        "handoff": {"method": "refer"},
        "contained": False,
        "destination": "",
        "customer_id": 7,
    }
    state = {**left, "handoff_reason": None, "name": "Ada", "my_handoff": "x", "contained_in": "y"}
    assert exposed(dialog(state), None) == HandoffState("CONV-1", left)
    assert exposed(dialog({"handoff_reason": None, "name": "Ada"}), None) is None


@pytest.mark.parametrize(
    ("state", "attributes", "shared"),
    [
        ({"ticket": "T", "shared_id": "S"}, {"shared_id": "A"}, "T"),
        ({"ticket": None, "shared_id": "S"}, {"shared_id": "A"}, "S"),
        ({"ticket": "", "shared_id": ""}, {"shared_id": "A"}, "A"),
        ({"ticket": ["no", "id"], "shared_id": {}}, {"shared_id": "A"}, "A"),
        ({"ticket": "x" * (LONGEST_ID + 1)}, {"shared_id": "A"}, "A"),
        ({"ticket": "x" * LONGEST_ID}, None, "x" * LONGEST_ID),
        ({"ticket": 4711}, None, "4711"),
        ({"ticket": 17.0}, None, "17"),
        ({"ticket": 0}, None, "0"),
        ({"ticket": True}, None, None),
        ({"ticket": "a\x00b"}, None, "ab"),
        ({}, {"other": "A"}, None),
        ({}, None, None),
    ],
)
def test_where_the_shared_id_comes_from(state: dict[str, Any], attributes: Any, shared: str | None) -> None:
    shown = exposed(dialog(state, attributes), EXPOSED)
    assert shown is not None
    assert shown.shared_id == shared
