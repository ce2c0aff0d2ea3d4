"""Goals and personas as they are written: what is wrong with them is said, all at once."""

from __future__ import annotations

import pytest

from parley.domain.projects.evaluation import NOISES, CallConditions, Evaluation, Line
from parley.domain.projects.files import Bundle
from parley.runtime.test_runs.evaluation.goals import EvaluationRefused, read_evaluation
from parley.voice.simulation.caller_noise import NoiseKind

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


def read(default_language: str = "en-US", **files: str) -> Evaluation:
    bundle = Bundle({f"evaluation/{name}.yaml": text.encode() for name, text in files.items()})
    return read_evaluation(bundle, default_language)


def test_a_goal_is_a_case_with_lines() -> None:
    found = read("de-DE", book=BOOK)
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
        (
            "goals: [{name: A, goal: B, gaol: C, rubric: [x]}]",
            "evaluation/a.yaml:1: 'gaol' is no key of the format here and has no effect; did you mean 'goal'?",
        ),
        ("goals: [{name: A, goal: B}]", "evaluation/a.yaml:1: nothing shows that 'A' was reached"),
        ("goals: [{name: A, goal: B, reached: {says: '('}}]", "'says' is not a valid regular expression"),
        ("goals: [{name: A, goal: B, rubric: [x], personas: [odd]}]", "there is no persona 'odd'"),
        ("goals: [{name: A, goal: B, rubric: [x]}, {name: A, goal: B, rubric: [x]}]", "'A' is defined twice"),
        ("goals: [{name: A, goal: B, rubric: [x], personas: [hostil]}]", "did you mean 'hostile'?"),
        ("goals: [{name: A, goal: B, rubric: [x], lines: [[x]]}]", "every item of 'lines' must be a text or a mapping"),
        ("goals: [{name: A, rubric: [x]}]", "'goal' is missing"),
        ("goals: [{name: A, goal: B, rubric: [x], call: {snr: 90}}]", "'snr' must be from -10 to 60"),
        ("goals: [{name: A, goal: B, rubric: [x], call: {noise: loud}}]", "must be one of: white, street, babble"),
        (f"goals: [{{name: A, goal: {'x' * 4001}, rubric: [x]}}]", "'goal' is longer than 4,000 characters"),
        (f"goals: [{{name: A, goal: B, rubric: [{'x, ' * 31}]}}]", "'rubric' has 31 items; at most 30 are taken"),
        ("goals: [", "evaluation/a.yaml:1: not valid YAML"),
        ("max_turns: 0", "'max_turns' must be from 1 to 100"),
    ],
)
def test_what_is_wrong_is_said(text: str, told: str) -> None:
    with pytest.raises(EvaluationRefused) as refused:
        read(a=text)
    assert told in str(refused.value)


def test_what_its_call_is_like() -> None:
    written = "goals: [{name: A, goal: B, rubric: [x], call: {noise: Street, snr: 3, interrupts_after: 1.5}}, "
    spoken, plain = read(a=written + "{name: C, goal: D, rubric: [x]}]").goals
    assert spoken.call == CallConditions(noise="street", snr=3.0, interrupts_after=1.5)
    assert plain.call is None
    assert tuple(NoiseKind) == NOISES


def test_all_of_it_at_once() -> None:
    with pytest.raises(EvaluationRefused) as refused:
        read(a="goal: 1", b="goals: [{name: A, goal: B}]")
    assert "a.yaml" in str(refused.value)
    assert "b.yaml" in str(refused.value)


def test_an_empty_file_has_no_goals() -> None:
    assert read(a="").goals == ()
