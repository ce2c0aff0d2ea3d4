"""What a turn, or the failure of one, means to the client."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest

from parley.agent_host.protocol import HandoffRequest
from parley.domain.messaging import events
from parley.domain.messaging.events import ClientEvent
from parley.runtime.messaging import reply_events
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.runtime.turn.output import Latency, TurnInput, TurnOutput, TurnResult
from parley.runtime.turn.trace.turn_trace import Trace

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.mark.parametrize("metadata", [None, {"custom": {"local_id": "7"}}])
def test_an_error_says_which_event_it_is_about(metadata: Any) -> None:
    request = events.body(ClientEvent.MESSAGE, {"text": "Hello?"}, NOON, metadata)
    told = orjson.loads(reply_events.problem(request, "Nobody is here.", NOON).body)
    assert told.get("metadata") == metadata
    assert told["payload"] == {"level": "SYSTEM_MESSAGE_LEVEL_ERROR", "message": "Nobody is here."}


@pytest.mark.parametrize(
    ("said", "told"), [("POLICY", "POLICY"), ("COMPLEX_QUERY", "COMPLEX_QUERY"), ("an invoice", "AGENT_DECISION")]
)
def test_a_client_is_told_a_reason_that_it_knows(said: str, told: str) -> None:
    dialog = DialogState(ConversationContext("c", "a", "p", "live", "webchat.polyai"))
    dialog.handoff = HandoffRequest(destination="billing", reason=said)
    latency = Latency(first_speech=None, total=0.0, model=0.0, functions=0.0)
    result = TurnResult(dialog, TurnInput(), TurnOutput(), Trace(), latency)
    required = orjson.loads(reply_events.handoff_by_client(result, NOON)[1].body)
    assert required["payload"] == {"reason": told, "queue_name": "billing"}
