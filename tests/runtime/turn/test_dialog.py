from __future__ import annotations

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.protocol import EntityValue, HandoffRequest, TranscriptLine
from parley.domain.conversations.external_events import MOST_EVENT_CHARACTERS, MOST_EVENTS
from parley.providers.llm.protocol import Message, ToolCall
from parley.runtime.turn.bounded_log import History, Window
from parley.runtime.turn.dialog import ConversationContext, DialogState, with_events
from tests.properties import examples

SETTING = ConversationContext("c", "a", "p", "live", "webchat.polyai")
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.none() | st.booleans() | st.integers(-1000, 1000) | TEXT | st.lists(TEXT, max_size=2)
OBJECT = st.dictionaries(TEXT, JSON, max_size=3)
CALL = st.builds(ToolCall, TEXT, TEXT, TEXT)
MESSAGE = st.builds(Message, TEXT, TEXT, st.lists(CALL, max_size=2).map(tuple), st.none() | TEXT)
ENTITY = st.builds(EntityValue, TEXT, TEXT, TEXT, st.booleans(), st.none() | TEXT)

MINDS = st.builds(
    DialogState,
    st.just(SETTING),
    language=TEXT,
    variant=st.none() | TEXT,
    flow=st.none() | TEXT,
    step=st.none() | TEXT,
    entities=st.dictionaries(TEXT, ENTITY, max_size=2),
    state=st.binary(max_size=5),
    state_json=OBJECT,
    prefill=OBJECT,
    history=st.lists(st.builds(TranscriptLine, TEXT, TEXT), max_size=3).map(History().extended),
    earlier=st.booleans(),
    window=st.lists(MESSAGE, max_size=3).map(Window().extended),
    topics=st.lists(TEXT, max_size=3).map(tuple),
    offered=st.lists(TEXT, max_size=3).map(tuple),
    pending_content=st.none() | TEXT,
    metric_events=st.lists(st.tuples(TEXT, JSON), max_size=3).map(tuple),
    metric_names=st.frozensets(TEXT, max_size=3),
    external_events=st.lists(OBJECT, max_size=2).map(tuple),
    asr_biasing=st.none() | OBJECT,
    listen=st.none() | OBJECT,
    handoff=st.none() | st.builds(HandoffRequest, TEXT, TEXT, st.none() | TEXT, st.none() | TEXT, OBJECT),
    ended=st.booleans(),
    end_reason=st.none() | TEXT,
    turns=st.integers(0, 99),
)


@pytest.mark.slow
@examples(30)
@given(MINDS)
def test_a_mind_survives_being_stored(dialog: DialogState) -> None:
    stored = DialogState.from_json(orjson.loads(dialog.encoded()), dialog.context, dialog.state)
    assert stored == dialog
    assert stored.encoded() == dialog.encoded()


def test_keys_of_other_versions_are_tolerated() -> None:
    stored = {
        "v": 9,
        "language": "es-ES",
        "invented_later": 1,
        "entities": {"d": {"name": "d", "type": "date", "value": "x", "new": 1}},
    }
    dialog = DialogState.from_json(stored, SETTING)
    assert (dialog.language, dialog.entities["d"].value, dialog.flow) == ("es-ES", "x", None)


def test_what_is_stored_of_a_handoff_and_of_entities() -> None:
    handoff = HandoffRequest("Desk", "why", method="refer", details={"refer": {"phone_number": "1"}})
    entities = {"d": EntityValue("d", "date", "x"), "e": EntityValue("e", "name", "y", False, "no")}
    encoded = DialogState(SETTING, entities=entities, handoff=handoff).encoded()
    assert encoded == (
        b'{"v":1,"history":[],"window":[],"entities":{"d":{"name":"d","type":"date","value":"x","valid":true,"error":null},'
        b'"e":{"name":"e","type":"name","value":"y","valid":false,"error":"no"}},"handoff":{"destination":"Desk",'
        b'"reason":"why","utterance":null,"method":"refer","details":{"refer":{"phone_number":"1"}}}}'
    )


def test_a_copy_is_independent() -> None:
    dialog = DialogState(SETTING)
    copy = dialog.copy()
    copy.flow = "elsewhere"
    copy.state_json = {"x": 1}
    assert (dialog.flow, dialog.state_json) == (None, {})


@examples(40)
@given(st.lists(st.integers(0, 200_000), max_size=8), st.lists(st.integers(0, 200_000), max_size=8))
def test_the_newest_external_events_that_fit_are_kept(before: list[int], after: list[int]) -> None:
    events = [{"ext_event_id": str(project), "data": "x" * size} for project, size in enumerate([*before, *after])]
    dialog = with_events(with_events(DialogState(SETTING), events[: len(before)]), events[len(before) :])
    kept = list(dialog.external_events)
    assert kept == events[len(events) - len(kept) :]
    assert len(kept) <= 1 or sum(len(event["data"]) for event in kept) <= MOST_EVENT_CHARACTERS
    assert bool(kept) is bool(events)


def test_there_is_an_end_to_the_number_of_external_events() -> None:
    many = [{"ext_event_id": str(number), "data": ""} for number in range(MOST_EVENTS + 5)]
    assert list(with_events(DialogState(SETTING), many).external_events) == many[5:]
