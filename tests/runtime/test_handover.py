"""What a handoff leaves behind, as values."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.conversations.model import HandoffState
from parley.domain.projects.knobs import HandoffApi
from parley.runtime.handover import LONGEST_ID, handed_over
from parley.runtime.host.protocol import HandoffRequest
from parley.runtime.mind import Mind, Setting

EXPOSED = HandoffApi(("name", "party_size", "never_set"), {"party_size": "covers", "unknown": "x"}, "ticket")


def mind(state: dict[str, Any], attributes: dict[str, Any] | None = None, handoff: bool = True) -> Mind:
    setting = Setting("CONV-1", "a", "p", "live", "webchat.polyai", integration_attributes=attributes)
    request = HandoffRequest("desk", "asked") if handoff else None
    return Mind(setting, state_json=state, handoff=request)


def test_nothing_is_left_without_a_handoff() -> None:
    assert handed_over(mind({"name": "Ada"}, handoff=False), EXPOSED) is None


def test_the_keys_that_the_project_names_go_out_under_their_other_names() -> None:
    state = {"name": {"first": "Ada"}, "party_size": 7, "secret": "x", "covers": "not this one"}
    expected = {"name": {"first": "Ada"}, "covers": 7, "never_set": None}
    assert handed_over(mind(state), EXPOSED) == HandoffState("CONV-1", expected)


def test_a_project_that_names_none_leaves_no_data() -> None:
    for exposed in (None, HandoffApi(())):
        assert handed_over(mind({"name": "Ada", "shared_id": "S"}), exposed) == HandoffState("CONV-1", {}, "S")


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
    left = handed_over(mind(state, attributes), EXPOSED)
    assert left is not None
    assert left.shared_id == shared
