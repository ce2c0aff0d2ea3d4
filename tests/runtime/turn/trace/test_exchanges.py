"""How much is kept of what a model was sent and answered."""

from __future__ import annotations

from parley.providers.llm.protocol import Message, ToolCall
from parley.runtime.turn.trace.exchanges import (
    ANSWER_CHARACTERS,
    PROMPT_CHARACTERS,
    TURN_CHARACTERS,
    Exchange,
    kept_exchanges,
)

MARKS = 100
"""More characters than a mark and a role have."""


def test_what_is_short_is_kept_whole() -> None:
    call = ToolCall("c1", "book", '{"at": "six"}')
    messages = [Message("system", "Be kind."), Message("assistant", "", (call,)), Message("tool", "Done.", (), "c1")]
    kept = {"id": "c1", "name": "book", "arguments": '{"at": "six"}'}
    assert kept_exchanges([Exchange(messages, ["At ", "six."], [call])]) == [
        {
            "prompt": [
                {"role": "system", "content": "Be kind."},
                {"role": "assistant", "content": "", "tool_calls": [kept]},
                {"role": "tool", "content": "Done.", "tool_call_id": "c1"},
            ],
            "answer": {"content": "At six.", "tool_calls": [kept]},
        }
    ]


def test_what_is_long_is_cut_with_a_mark_where_a_word_ends() -> None:
    text = "a" * (PROMPT_CHARACTERS - 8) + " 07700 900123"
    call = ToolCall("c", "f", "x" * ANSWER_CHARACTERS)
    [kept] = kept_exchanges([Exchange([Message("system", text), Message("user", "Hi")], ["word"], [call])])
    first, second = kept["prompt"]
    assert first["content"] == "a" * (PROMPT_CHARACTERS - 8) + "… [13 characters cut]"
    assert second["content"] == "… [2 characters cut]"
    assert kept["answer"]["tool_calls"][0]["arguments"] == "x" * (ANSWER_CHARACTERS - 4) + "… [4 characters cut]"


def test_a_turn_has_a_limit_of_its_own_and_what_one_request_leaves_is_the_next_ones() -> None:
    long = Exchange([Message("system", "a" * PROMPT_CHARACTERS)], ["b" * 10])
    kept = kept_exchanges([long] * 9)
    texts = [each["prompt"][0]["content"] + each["answer"]["content"] for each in kept]
    assert [len(text) for text in texts[:5]] == [PROMPT_CHARACTERS + 10] * 5
    assert sum(map(len, texts)) <= TURN_CHARACTERS + MARKS * len(texts)
    assert texts[-1].startswith("… [")
