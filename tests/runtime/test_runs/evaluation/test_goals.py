"""Goals and personas as they are written: what is wrong with them is said, all at once."""

from __future__ import annotations

import pytest

from parley.runtime.test_runs.evaluation.goals import EvaluationRefused, Line, read_material

BOOK = """
personas: [{name: shy, manner: You whisper.}]
goals:
  - name: Book
    goal: Book a table.
    lines: [A table., {when: how many, say: Four.}]
    reached: {calls: [{name: book, arguments: {people: 4}}], handoff: desk}
    rubric: [The agent is kind.]
    personas: [shy, hostile]
"""


def test_a_goal_is_a_case_with_lines() -> None:
    found = read_material({"evaluation/book.yaml": BOOK}, "de-DE")
    [goal] = found.goals
    assert (goal.name, goal.case.scenario, goal.case.language) == ("Book", "Book a table.", "de-DE")
    assert goal.lines == (Line("A table."), Line("Four.", "how many"))
    assert goal.reached == {"handoff": "desk"}
    assert goal.case.prompt_assertions == ("The agent is kind.",)
    assert goal.case.function_call_assertions[0].arguments == {"people": 4}
    assert goal.has_checks
    assert found.personas["shy"].manner == "You whisper."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("goals: [{name: A, goal: B, gaol: C, rubric: [x]}]", "evaluation/a.yaml: goals.0.gaol: Extra inputs"),
        ("goals: [{name: A, goal: B}]", "A: nothing shows that it was reached"),
        ("goals: [{name: A, goal: B, reached: {says: '('}}]", "the pattern '(' cannot be used"),
        ("goals: [{name: A, goal: B, rubric: [x], personas: [odd]}]", "A: there is no persona 'odd'"),
        ("goals: [{name: A, goal: B, rubric: [x]}, {name: A, goal: B, rubric: [x]}]", "'A' is defined twice"),
        ("goals: [", "evaluation/a.yaml:"),
        ("max_turns: 0", "max_turns: Input should be greater"),
    ],
)
def test_what_is_wrong_is_said(text: str, told: str) -> None:
    with pytest.raises(EvaluationRefused) as refused:
        read_material({"evaluation/a.yaml": text}, "en-US")
    assert told in str(refused.value)


def test_all_of_it_at_once() -> None:
    files = {"evaluation/a.yaml": "goal: 1", "evaluation/b.yaml": "goals: [{name: A, goal: B}]"}
    with pytest.raises(EvaluationRefused) as refused:
        read_material(files, "en-US")
    assert "a.yaml" in str(refused.value)
    assert "b.yaml" in str(refused.value)


def test_an_empty_file_has_no_goals() -> None:
    assert read_material({"evaluation/a.yaml": ""}, "en-US").goals == ()
