"""config/confirmations.yaml: what is meant to be held must not slip through by a mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from parley.domain.projects.model import Confirmations, Problem, Project

Files = Mapping[str, str | bytes]

CODE: Files = {
    "functions/pay.py": "from _gen import *\n\ndef pay(conv, amount: int, to: str): ...\n",
    "functions/start_function.py": "def start_function(conv): ...\n",
}
PATH = "config/confirmations.yaml"


def test_questions_and_words(project_of: Callable[[Files], Project]) -> None:
    written = "confirmations:\n  - {function: pay, ask: 'Pay {amount} to {to}?'}\nagree: [Tak]\n"
    assert project_of({**CODE, PATH: written}).confirmations == Confirmations(
        {"pay": "Pay {amount} to {to}?"}, ("tak",)
    )
    assert project_of({**CODE, PATH: "- pay\n"}).confirmations == Confirmations({"pay": ""})
    assert project_of(CODE).confirmations == Confirmations()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("- pai\n", "no such global or flow function"),
        ("- start_function\n", "no model calls this function"),
        ("- {ask: 'Really?'}\n", "'function' is missing"),
        ("confirmation:\n  - pay\n", "names no function"),
        ("", "names no function"),
        ("- {function: pay, ask: '" + "x" * 1001 + "'}\n", "longer than 1,000 characters"),
        ("confirmations: [\n", ""),
    ],
)
def test_mistakes_keep_the_project_from_loading(
    load_files: Callable[[Files], tuple[Project | None, list[Problem]]], written: str, message: str
) -> None:
    project, problems = load_files({**CODE, PATH: written})
    assert project is None
    assert any(problem.fatal and message in problem.message and problem.path == PATH for problem in problems)


def test_a_question_that_does_not_fit_the_function_is_a_warning(problems_of: Callable[[Files], list[str]]) -> None:
    found = problems_of({**CODE, PATH: "- {function: pay, ask: 'Pay {sum} to {to}?'}\n- pay\n"})
    assert len(found) == 3
    assert "'ask' leaves out {amount}" in found[0] + found[1]
    assert "'ask' names {sum}, which is no parameter of 'pay'" in found[0] + found[1]
    assert "'pay' is named twice" in found[2]
