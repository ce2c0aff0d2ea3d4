"""config/confirmations.yaml: functions that a user has to agree to. A mistake here is fatal: what was meant to be held
would run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.source import Source
from parley.domain.projects.model import Confirmations, Flow, Function, FunctionKind

CONFIRMATIONS = "config/confirmations.yaml"
LONGEST_QUESTION = 1_000
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


def load_confirmations(source: Source, functions: Mapping[str, Function], flows: Mapping[str, Flow]) -> Confirmations:
    fields = source.yaml_list(CONFIRMATIONS, "confirmations")
    questions: dict[str, str] = {}
    for item in fields.each("confirmations", text_key="function"):
        name, question = item.text("function").strip(), item.text("ask").strip()
        if not name:
            item.problem("function", "'function' is missing: which one is to be confirmed?")
        elif name in questions:
            item.problem("function", f"'{name}' is named twice; the first counts", fatal=False)
        else:
            item.mention("function", Target.ANY_FUNCTION, name, fatal=True)
            _check(item, question, list(_of_name(name, functions, flows)))
            questions[name] = question
    if fields.present and not questions:
        fields.problem("confirmations", "the file names no function, so none would be confirmed")
    agree = tuple(word.strip().lower() for word in fields.texts("agree") if word.strip())
    return Confirmations(questions, agree)


def _of_name(name: str, functions: Mapping[str, Function], flows: Mapping[str, Flow]) -> Iterator[Function]:
    if name in functions:
        yield functions[name]
    for flow in flows.values():
        if name in flow.functions:
            yield flow.functions[name]


def _check(item: Fields, question: str, found: list[Function]) -> None:
    if any(function.kind in (FunctionKind.START, FunctionKind.END) for function in found):
        item.problem("function", "no model calls this function, so nobody is asked before it runs")
    if len(question) > LONGEST_QUESTION:
        item.problem("ask", f"'ask' is longer than {LONGEST_QUESTION:,} characters")
    if not question:
        return
    named = set(PLACEHOLDER.findall(question))
    for function in found:
        known = {parameter.name for parameter in function.parameters}
        for name in sorted(named - known):
            item.problem("ask", f"'ask' names {{{name}}}, which is no parameter of '{function.name}'", fatal=False)
        for name in sorted(known - named):
            message = f"'ask' leaves out {{{name}}}: the user is read it after the question"
            item.problem("ask", message, fatal=False)
