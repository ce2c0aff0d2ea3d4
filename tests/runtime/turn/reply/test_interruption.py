from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.protocol import TranscriptLine
from parley.providers.llm.protocol import Message, ToolCall
from parley.runtime.turn.bounded_log import History, Window
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.runtime.turn.reply.interruption import cut_reply

NOTE = "(interrupted)"


def dialog(*messages: Message, line: str) -> DialogState:
    state = DialogState(ConversationContext("c", "a", "p", "live", "voice"))
    state.history = History().extended([TranscriptLine("user", "Hello"), TranscriptLine("agent", line)])
    state.window = Window().extended([Message("assistant", "Welcome."), Message("user", "Hello"), *messages])
    return state


def test_history_and_window_end_where_the_reply_was_cut() -> None:
    before = dialog(
        Message("assistant", "We open at nine. We close at five."), line="We open at nine. We close at five."
    )
    after = cut_reply(before, "We open at nine. We ", NOTE)
    assert after.history[-1] == TranscriptLine("agent", "We open at nine. We")
    assert [(each.role, each.content) for each in after.window] == [
        ("assistant", "Welcome."),
        ("user", "Hello"),
        ("assistant", "We open at nine. We"),
        ("system", NOTE),
    ]
    assert before.history[-1].text.endswith("five.")
    assert after.encoded() != before.encoded()


def test_tool_calls_and_their_results_stay() -> None:
    call = ToolCall("1", "book", "{}")
    before = dialog(
        Message("assistant", "One moment.", (call,)),
        Message("tool", "booked", tool_call_id="1"),
        Message("assistant", "It is booked."),
        line="One moment. It is booked.",
    )
    after = cut_reply(before, "One ", NOTE)
    assert [(each.role, each.content, each.tool_calls) for each in after.window[2:]] == [
        ("assistant", "One", (call,)),
        ("tool", "booked", ()),
        ("system", NOTE, ()),
    ]


def test_of_a_reply_that_nobody_heard_nothing_is_left() -> None:
    after = cut_reply(dialog(Message("assistant", "Hm."), line="Hm."), "", NOTE)
    assert after.history[-1] == TranscriptLine("agent", "")
    assert [each.role for each in after.window] == ["assistant", "user", "system"]


@given(st.lists(st.text("ab .", max_size=8), max_size=4), st.integers(0, 40))
def test_what_is_left_is_what_was_heard(parts: list[str], letters: int) -> None:
    whole = " ".join(parts)
    heard = whole[:letters]
    after = cut_reply(dialog(*(Message("assistant", part) for part in parts), line=whole or "x"), heard, NOTE)
    said = "".join(each.content for each in after.window[2:-1])
    assert "".join(said.split()) == "".join(heard.split())
