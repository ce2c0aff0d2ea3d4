"""What a model is asked about a conversation that has ended, and what of its answer is kept."""

from __future__ import annotations

import orjson
import pytest

from parley.domain.conversations.summary_store import ShortSummary
from parley.kit.text.redact import redactor
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.runtime.session.summaries import (
    CONTENT_CHARACTERS,
    HEADING_CHARACTERS,
    LINE_CHARACTERS,
    TRANSCRIPT_CHARACTERS,
    ask,
    read_summary,
    transcript,
)

EXCHANGES = [(0, None, "Hello!"), (1, "Are you open?", "Yes."), (2, "", "Still there?")]
GOOD = '{"heading": "Opening hours", "content": "They are open."}'
READ = ShortSummary("Opening hours", "They are open.")


def test_a_transcript_is_lines_by_who_said_them() -> None:
    assert transcript(EXCHANGES) == [
        {"agent": "Hello!"}, {"user": "Are you open?"}, {"agent": "Yes."}, {"agent": "Still there?"},
    ]  # fmt: skip


def test_of_a_long_conversation_the_beginning_and_the_end_are_told() -> None:
    told = transcript([(number, f"{number} " + "x" * 5 * LINE_CHARACTERS, "") for number in range(100)])
    assert len(orjson.dumps(told)) < TRANSCRIPT_CHARACTERS + 100
    [at] = [place for place, line in enumerate(told) if "left_out" in line]
    assert told[at] == {"left_out": 100 - (len(told) - 1)}
    assert (told[0]["user"][:2], told[-1]["user"][:3]) == ("0 ", "99 ")
    assert len(told[0]["user"]) == LINE_CHARACTERS
    assert at == len(told) - 1 - at


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        (GOOD, READ),
        (f"Sure:\n```json\n{GOOD}\n```", READ),
        ('{"heading": " Opening\\n hours\\u0000", "content": "They are open.", "more": 1}', READ),
        ('{"heading": "Opening hours"}', None),
        ('{"heading": 7, "content": "They are open."}', None),
        ('{"heading": " ", "content": "They are open."}', None),
        ("[1, 2]", None),
        ("} {", None),
        ("", None),
    ],
)
def test_an_answer_is_a_summary_or_none(reply: str, read: ShortSummary | None) -> None:
    assert read_summary(reply, None) == read


def test_a_summary_is_bounded_and_hides_what_the_project_hides() -> None:
    long = orjson.dumps({"heading": "h" * 5000, "content": "c" * 5000}).decode()
    read = read_summary(long, None)
    assert read is not None
    assert (len(read.heading), len(read.content)) == (HEADING_CHARACTERS, CONTENT_CHARACTERS)
    told = '{"heading": "Ada", "content": "Write to ada@example.com."}'
    assert read_summary(told, redactor(("email",))) == ShortSummary("Ada", "Write to [email].")


@pytest.mark.parametrize(("replies", "read"), [(["No.", GOOD], READ), (["No.", "No."], None)])
async def test_a_model_that_answers_something_else_is_asked_once_more(
    replies: list[str], read: ShortSummary | None
) -> None:
    model = ScriptedModel([Say(reply) for reply in replies])
    assert await ask(model, EXCHANGES, None) == read
    first, second = model.requests
    assert first == second
    assert orjson.loads(first.messages[-1].content) == {"transcript": transcript(EXCHANGES)}
