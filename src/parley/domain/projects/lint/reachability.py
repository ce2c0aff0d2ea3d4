"""Flows and steps that nothing leads to, entities that nothing collects.

A name that stands anywhere in the code as a text may be gone to: where it comes from is not followed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping

from parley.domain.projects.files import Bundle
from parley.domain.projects.lint.code import FOLDERS, Code
from parley.domain.projects.loading.config import ENTITIES
from parley.domain.projects.model import Flow, Problem, Project

SURVEY = "csat"
"""A flow with this in its name is entered by `conv.goto_csat_flow()`."""
_QUOTED = re.compile(r"([\"'])([^\"'\n]{1,200})\1")
_NAME = re.compile(r"^[ \t-]*name[ \t]*:[ \t]*(.{1,300}?)[ \t]*(?:#.*)?$", re.MULTILINE)


def check_reachability(
    project: Project, bundle: Bundle, codes: Collection[Code], mentioned: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    texts = {
        node.value
        for code in codes
        for node in code.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    texts |= set(_strings(project.real_time_config))
    texts |= _texts_of_broken_code(project, codes)
    for flow in project.flows.values():
        yield from _check_flow(flow, texts, bundle, _computes(codes, "goto_flow"), _computes(codes, "goto_step"))
    yield from _check_entities(project, bundle, codes, texts, mentioned.get("entity", ()))


def _texts_of_broken_code(project: Project, codes: Collection[Code]) -> set[str]:
    """A file that cannot be parsed is one problem: what it leads to is no second one."""
    parsed = {code.path for code in codes}
    broken = (text for path, text in project.files.items() if path.startswith(FOLDERS) and path not in parsed)
    return {match[2] for text in broken for match in _QUOTED.finditer(text)}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


def _computes(codes: Collection[Code], key: str) -> bool:
    """Whether some name is put together while the code runs, such as f"Step {number}"."""
    for code in codes:
        for node in code.nodes:
            values: list[ast.expr] = []
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == key:
                values = [*node.args[:1], *(word.value for word in node.keywords)]
            elif isinstance(node, ast.Dict):
                values = [
                    value
                    for name, value in zip(node.keys, node.values, strict=True)
                    if isinstance(name, ast.Constant) and name.value == key
                ]
            if any(isinstance(value, ast.JoinedStr | ast.BinOp | ast.Call) for value in values):
                return True
    return False


def _check_flow(flow: Flow, texts: set[str], bundle: Bundle, any_flow: bool, any_step: bool) -> Iterator[Problem]:
    config = f"flows/{flow.slug}/flow_config.yaml"
    if flow.name not in texts and not any_flow and SURVEY not in flow.name.casefold():
        message = f"nothing goes to the flow '{flow.name}': no code names it"
        yield Problem(config, 1, message, fatal=False)
    if any_step:
        return
    reached: set[str] = set()
    waiting = [flow.start_step, *(name for name in flow.steps if name in texts)]
    while waiting:
        step = flow.steps.get(name := waiting.pop())
        if step is not None and name not in reached:
            reached.add(name)
            waiting += [condition.child_step for condition in step.conditions if condition.child_step is not None]
    for name, step in flow.steps.items():
        if name not in reached:
            path, line = (
                _place(flow, name, bundle) if step.function is None else (step.function.path, step.function.line)
            )
            message = f"nothing leads to the step '{name}': it is no start step, no child step, and no code names it"
            yield Problem(path, line, message, fatal=False)


def _place(flow: Flow, step: str, bundle: Bundle) -> tuple[str, int]:
    folder = f"flows/{flow.slug}/steps/"
    for path, content in bundle.files.items():
        if path.startswith(folder):
            text = content.decode(errors="replace")
            if (line := _line_of(text, step)) is not None:
                return path, line
            if path.removeprefix(folder).rpartition(".")[0] == step:
                return path, 1
    return f"flows/{flow.slug}/flow_config.yaml", 1


def _line_of(text: str, name: str) -> int | None:
    for match in _NAME.finditer(text):
        if match[1].strip("'\"") == name:
            return text.count("\n", 0, match.start()) + 1
    return None


def _check_entities(
    project: Project, bundle: Bundle, codes: Collection[Code], texts: set[str], mentioned: Collection[str]
) -> Iterator[Problem]:
    steps = [step for flow in project.flows.values() for step in flow.steps.values()]
    collected = {name for step in steps for name in step.extracted_entities}
    attributes = {node.attr for code in codes for node in code.nodes if isinstance(node, ast.Attribute)}
    written = bundle.files.get(ENTITIES, b"").decode(errors="replace")
    for name in project.entities:
        if name not in collected | attributes | texts and name not in mentioned:
            message = f"no step collects the entity '{name}', and nothing mentions it"
            yield Problem(ENTITIES, _line_of(written, name) or 1, message, fatal=False)
    for flow in project.flows.values():
        for step in flow.steps.values():
            needed = {name for condition in step.conditions for name in condition.required_entities}
            for name in sorted(needed & project.entities.keys() - collected - texts - attributes):
                path, line = _place(flow, step.name, bundle)
                message = f"the step '{step.name}' requires the entity '{name}', which no step collects"
                yield Problem(path, line, message, fatal=False)
