"""The record of a call, as it is stored."""

from __future__ import annotations

import orjson

from parley.agent_host.protocol import HandoffRequest, Transition
from parley.runtime.turn.trace.turn_trace import FunctionRecord


def test_a_handoff_and_a_transition_are_stored_whole() -> None:
    record = FunctionRecord("f", {}, handoff=HandoffRequest("Desk", "why"), transition=Transition(goto_flow="Book"))
    encoded = orjson.dumps(record.to_json())
    assert (
        b'"handoff":{"destination":"Desk","reason":"why","utterance":null,"method":null,"details":{}},"error"'
        in encoded
    )
    assert b'"transition":{"goto_flow":"Book","goto_step":null,"exit_flow":false},"state_changes"' in encoded
