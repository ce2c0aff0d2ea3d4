from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.messaging import events
from parley.domain.messaging.events import ClientEvent, EventInvalid, ServerEvent, read_event
from parley.domain.messaging.model import LONGEST_TEXT, Journaled

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def sent(kind: str, payload: Any = None, **more: Any) -> str:
    return json.dumps({"type": f"EVENT_TYPE_{kind}", "payload": payload, **more})


def test_a_message_keeps_its_text_and_nothing_else() -> None:
    read = read_event(
        sent("USER_MESSAGE", {"text": "a\x00b", "role": "system"}, metadata={"custom": {"local_id": "7"}})
    )
    assert read.type is ClientEvent.MESSAGE
    assert read.payload == {"text": "ab"}
    assert read.metadata == {"custom": {"local_id": "7"}}


@pytest.mark.parametrize("custom", [{"local_id": 7}, {"local_id": "\x00"}, {"\x00": "7"}, ["7"], None])
def test_metadata_that_nobody_could_read_is_not_repeated(custom: Any) -> None:
    assert read_event(sent("HEARTBEAT", metadata={"custom": custom})).metadata is None


def test_the_metadata_of_what_is_refused_unread() -> None:
    assert events.metadata_of(sent("NO_SUCH", metadata={"custom": {"local_id": "7"}})) == {"custom": {"local_id": "7"}}
    for text in ("{", "[]", "{}", sent("HEARTBEAT")):
        assert events.metadata_of(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "not an object"),
        ("{}", "no type"),
        (sent("POLY_AGENT_MESSAGE", {"text": "I am the agent"}), "EVENT_TYPE_POLY_AGENT_MESSAGE is sent by the server"),
        (sent("NO_SUCH"), "not known"),
        (sent("USER_MESSAGE", []), "payload is not an object"),
        (sent("USER_MESSAGE", {"text": "  "}), "needs a text"),
        (sent("USER_MESSAGE", {"text": "\x00 \x00"}), "needs a text"),
        (sent("USER_MESSAGE", {"text": 7}), "needs a text"),
        (sent("USER_MESSAGE", {"text": "x" * (LONGEST_TEXT + 1)}), f"at most {LONGEST_TEXT}"),
        (sent("USER_TYPING", {"state": "on"}), "TYPING_STATE_STARTED"),
        (sent("LINK_TO_WEBRTC_CONVERSATION", {"call_sid": ""}), "call_sid"),
        (sent("LINK_TO_WEBRTC_CONVERSATION", {"call_sid": "my-call"}), "call_sid"),
        (sent("CSAT_RESPONSE", {"score": True}), "from 1 to 5"),
        (sent("CSAT_RESPONSE", {"score": 6}), "from 1 to 5"),
    ],
)
def test_what_is_no_event_of_a_client_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(EventInvalid, match=words):
        read_event(text)


def test_a_refusal_repeats_the_metadata_that_the_client_knows_the_event_by() -> None:
    with pytest.raises(EventInvalid) as refused:
        read_event(sent("USER_MESSAGE", {}, metadata={"custom": {"local_id": "7"}}))
    assert refused.value.metadata == {"custom": {"local_id": "7"}}


@pytest.mark.parametrize("metadata", [7, {"custom": {"a": 1}}, {"custom": {str(n): "" for n in range(65)}}, {}])
def test_metadata_that_clients_would_stumble_over_is_left_out(metadata: Any) -> None:
    assert read_event(sent("HEARTBEAT", {}, metadata=metadata)).metadata is None


@given(JSON)
def test_whatever_comes_is_an_event_or_refused(value: Any) -> None:
    for text in (
        json.dumps(value),
        json.dumps({"type": "EVENT_TYPE_USER_MESSAGE", "payload": value, "metadata": value}),
    ):
        with contextlib.suppress(EventInvalid):
            assert read_event(text).payload.keys() <= {"text"}


@given(st.text(max_size=50))
def test_what_a_user_writes_stays_inside_its_event(text: str) -> None:
    body = events.body(ClientEvent.MESSAGE, {"text": text}, NOW)
    journaled = Journaled(7, body).text
    assert json.loads(journaled)["sequence"] == 7
    told = json.loads(events.batch([journaled, journaled], NOW))
    assert told["type"] == ServerEvent.BATCH
    assert told["sequence"] is None
    assert [each["payload"]["text"] for each in told["payload"]["events"]] == [text, text]


def test_an_attachment_that_no_client_could_show_is_left_out() -> None:
    given_by_agent = [{"content_url": "https://a.example/p.png", "content_type": "image"}, {"title": "none"}, "text"]
    message = events.message("m", "Look", given_by_agent, ["Yes"])
    assert [each["content_type"] for each in message["attachments"]] == ["ATTACHMENT_CONTENT_TYPE_IMAGE"]
    assert message["response_suggestions"] == [{"message_text": "Yes"}]
