from __future__ import annotations

import orjson
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.protocol import TranscriptLine
from parley.providers.llm.protocol import Message, ToolCall
from parley.runtime.turn.bounded_log import MESSAGE_CHARACTERS, History, Window
from tests.properties import examples

ROLES = st.sampled_from(["user", "assistant", "tool"])
TURNS = st.lists(st.lists(st.tuples(ROLES, st.integers(0, 20_000)), max_size=6), max_size=20)


def decoded(remembered: History | Window) -> object:
    return orjson.loads(orjson.dumps(remembered.encoded()))


@examples(40)
@given(TURNS)
def test_the_window_is_bounded_and_never_begins_with_a_tool_result(turns: list[list[tuple[str, int]]]) -> None:
    window, cut = Window(), False
    for turn in turns:
        before, window = window, window.extended(Message(role, "x" * size) for role, size in turn)
        cut = cut or len(window) < len(before) + len(turn)
        assert len(window) <= Window.MOST
        assert sum(len(message.content) for message in window) <= Window.MOST_CHARACTERS
        assert all(len(message.content) <= MESSAGE_CHARACTERS for message in window)
        assert not cut or not window or window[0].role != "tool" or len(window) == len(before) + len(turn)
    shape = [role for turn in turns for role, _ in turn]
    assert [message.role for message in window] == shape[len(shape) - len(window) :]


@examples(40)
@given(TURNS)
def test_what_is_kept_beside_it_is_what_a_new_one_would_have(turns: list[list[tuple[str, int]]]) -> None:
    window, history = Window(), History()
    for turn in turns:
        window = window.extended(Message(role, "é" * size) for role, size in turn)
        history = history.extended(TranscriptLine(role, "é" * size) for role, size in turn)
    for grown, anew in ((window, Window().extended(window)), (history, History().extended(history))):
        assert (grown, grown.characters, decoded(grown)) == (anew, anew.characters, decoded(anew))


def test_a_window_tells_what_was_called() -> None:
    call = Message("assistant", "", (ToolCall("c", "look", "{}"),))
    window = Window().extended([call]).extended([Message("tool", "found", tool_call_id="c")])
    assert decoded(window) == [
        {"role": "assistant", "content": "", "tool_calls": [["c", "look", "{}"]]},
        {"role": "tool", "content": "found", "tool_call_id": "c"},
    ]
    assert window.characters == len("look{}found")


def test_history_keeps_the_newest_lines_and_is_cut_now_and_then() -> None:
    lines = [TranscriptLine("user", str(number)) for number in range(100)]
    history = History()
    for line in lines:
        history = history.extended([line])
        assert History.MOST * 3 // 4 <= len(history) <= History.MOST or line.text == str(len(history) - 1)
        assert history[-1] == line
    assert history == tuple(lines[-len(history) :])


def test_the_newest_stays_however_long_it_is() -> None:
    assert len(History().extended([TranscriptLine("user", "x" * 50_000)] * 3)) == 1
    long = Message("assistant", "", (ToolCall("c", "look", "x" * 50_000),))
    assert Window().extended([Message("user", "hi"), long]) == (long,)


def test_nothing_more_changes_nothing() -> None:
    history = History().extended([TranscriptLine("user", "hi")])
    assert history.extended([]) is history
    assert decoded(History()) == []
