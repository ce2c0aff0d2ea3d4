"""Whatever comes over a stream: it is a message, of no interest, or a `ValueError`."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.streams.plivo import Plivo
from parley.telephony.streams.provider import Provider
from parley.telephony.streams.telnyx import Telnyx
from parley.telephony.streams.twilio import Twilio

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
EVENTS = st.sampled_from(["start", "media", "dtmf", "mark", "stop", "playedStream", "connected", "error"])


@pytest.mark.slow
@pytest.mark.parametrize("provider", [Twilio(), Telnyx(), Plivo()], ids=lambda one: one.name)
@given(event=EVENTS, part=VALUES, media=VALUES)
def test_nothing_else_comes_of_a_message(provider: Provider, event: str, part: Any, media: Any) -> None:
    message = {"event": event, event: part, "media": media, "name": part, "streamSid": part}
    with suppress(ValueError):
        provider.read_message(json.dumps(message))


@pytest.mark.parametrize("provider", [Twilio(), Telnyx(), Plivo()], ids=lambda one: one.name)
@pytest.mark.parametrize("text", ["", "[]", "{", "\ud800", '{"event": "media", "media": {"payload": "?"}}'])
def test_what_is_no_message(provider: Provider, text: str) -> None:
    with pytest.raises(ValueError):
        provider.read_message(text)
