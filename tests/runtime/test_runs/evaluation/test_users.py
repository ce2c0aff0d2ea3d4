"""Users that say what is written answer what they are asked; models are told their role."""

from __future__ import annotations

from dataclasses import replace

from parley.agent_host.protocol import TranscriptLine
from parley.domain.projects.evaluation import HARD_OF_HEARING, HOSTILE, NON_NATIVE, PATIENT, Goal, Line
from parley.domain.projects.files import Bundle
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.runtime.test_runs.evaluation.goals import read_evaluation
from parley.runtime.test_runs.evaluation.users import ModelUser, ScriptedUser, SimulatedUser
from parley.runtime.test_runs.verdict import Record


def goal() -> Goal:
    text = """
goals:
  - name: Book
    goal: Book a table.
    lines: [I want the table., {when: how many, say: Four.}, Yes.]
    rubric: [x]
"""
    return read_evaluation(Bundle({"evaluation/a.yaml": text.encode()}), "en-US").goals[0]


async def said(user: SimulatedUser, *heard: str) -> list[str | None]:
    record, found = Record(), []
    for words in heard:
        record.lines.append(TranscriptLine("agent", words))
        found.append(await user.next_line(record))
    return found


async def test_questions_are_answered_and_else_lines_come_in_order() -> None:
    user = ScriptedUser(goal(), PATIENT, 1)
    assert await said(user, "Hello!", "For how many?", "Right?", "Kept.") == [
        "I want the table.",
        "Four.",
        "Yes.",
        None,
    ]


async def test_marks_of_spoken_lines_stay_in_front() -> None:
    lines = (Line("[1.5] I want the table."), Line("#42"), Line("[after: 'half past'] The one at seven."))
    user = ScriptedUser(replace(goal(), lines=lines), NON_NATIVE, 1)
    assert await said(user, "Hello!", "Code?", "When?") == [
        "[1.5] I want table.",
        "#42",
        "[after: 'half past'] one at seven.",
    ]


async def test_a_persona_colours_what_is_written_the_same_for_a_seed() -> None:
    assert await said(ScriptedUser(goal(), NON_NATIVE, 1), "Hello!") == ["I want table."]
    hostile = [await said(ScriptedUser(goal(), HOSTILE, 7), "Hello!") for _ in range(2)]
    assert hostile[0] == hostile[1] != ["I want the table."]


async def test_who_hears_badly_asks_again_and_forgets_nothing() -> None:
    lines = await said(ScriptedUser(goal(), HARD_OF_HEARING, 3), *["Hello!"] * 12)
    asked = [line for line in lines if line and ("again" in line or "what did" in line)]
    assert asked
    assert [line for line in lines if line and line not in asked] == ["I want the table.", "Yes."]
    assert lines[0] not in asked, "nothing was misheard before they spoke"


async def test_a_model_is_told_its_role_and_says_when_it_is_done() -> None:
    model = ScriptedModel([Say("A table!"), Say("[DONE]")])
    assert await said(ModelUser(model, goal(), HOSTILE, 5), "Hello!", "Kept.") == ["A table!", None]
    request = model.requests[0]
    assert "Book a table." in request.messages[0].content
    assert HOSTILE.manner in request.messages[0].content
    assert [message.role for message in request.messages] == ["system", "user"]
    assert request.parameters == {"seed": 5}
