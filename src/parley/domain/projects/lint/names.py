"""Names of flows, steps and other resources that code gives to `conv` and `flow`, or returns."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from parley.domain.projects.lint.code import Code, argument, is_name
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Problem, Project


@dataclass(frozen=True, slots=True)
class NameArgument:
    """A method of `conv` that takes the name of a resource."""

    position: int
    keyword: str
    noun: str
    effect: str


NAME_ARGUMENTS = {
    "goto_flow": NameArgument(0, "flow_name", "flow", "the conversation stays where it is"),
    "call_handoff": NameArgument(0, "destination", "handoff", "this raises MissingHandoff"),
    "transfer_call": NameArgument(0, "destination", "handoff", "this raises MissingHandoff"),
    "set_variant": NameArgument(0, "variant", "variant", "the variant stays as it is"),
    "send_sms_template": NameArgument(1, "template", "SMS template", "this raises MissingTemplate"),
    "disable_kb_topics": NameArgument(0, "topics", "topic", "nothing is disabled"),
    "set_language": NameArgument(0, "language", "configured language", "the default one is used"),
}


def check_names(project: Project, codes: Collection[Code]) -> Iterator[Problem]:
    known = _known(project)
    for code in codes:
        for node in code.nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            named = NAME_ARGUMENTS.get(node.func.attr)
            if named is not None and is_name(node.func.value, "conv"):
                yield from _check_name(code, node, node.func.attr, named, known[named.noun])
        yield from _check_steps(project, code)


def _known(project: Project) -> dict[str, frozenset[str]]:
    """Empty where any name goes."""
    handoffs = {"default", *project.handoffs} if project.handoffs else set()
    languages = {project.default_language, *project.additional_languages} if project.additional_languages else set()
    variants = {*project.variants, *(variant.id for variant in project.variants.values())}
    nouns = {
        "flow": {*project.flows},
        "handoff": handoffs,
        "variant": variants,
        "SMS template": {*project.sms_templates},
        "topic": {*project.topics},
        "configured language": languages,
    }
    return {noun: frozenset(names) for noun, names in nouns.items()}


def _check_name(
    code: Code, call: ast.Call, method: str, named: NameArgument, known: frozenset[str]
) -> Iterator[Problem]:
    if not known and named.noun in ("handoff", "configured language"):
        return
    given = argument(call, named.position, named.keyword)
    items = given.elts if isinstance(given, ast.List | ast.Tuple) else [given]
    for item in items:
        for name in code.texts(item) or ():
            if not _has(known, name, named.noun):
                message = f"conv.{method}: there is no {named.noun} '{name}', so {named.effect}"
                yield code.warn(call, message + did_you_mean(name, known))


def _has(known: frozenset[str], name: str, noun: str) -> bool:
    # Handoffs and languages are found in any case of letters.
    return name in known or (
        noun in ("handoff", "configured language") and name.casefold() in {each.casefold() for each in known}
    )


# Steps


def _check_steps(project: Project, code: Code) -> Iterator[Problem]:
    entered = _entered_flows(code)
    every = {step for flow in project.flows.values() for step in flow.steps}
    in_entry = set() if code.entry is None else {id(node) for node in ast.walk(code.entry)}
    for node in code.nodes:
        if isinstance(node, ast.Dict):
            yield from _check_transition(project, code, node, every)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "goto_step"
            and is_name(node.func.value, "flow")
        ):
            # A helper may be given the flow of whoever calls it.
            known = _steps_of(project, code, entered) if id(node) in in_entry else every
            for name in code.texts(argument(node, 0, "step_name")) or ():
                if name not in known:
                    yield code.warn(node, _no_step("flow.goto_step", name, code, known, every))


def _entered_flows(code: Code) -> set[str] | None:
    """The flows that this file goes to by name; None when some name is computed."""
    found: set[str] = set()
    for node in code.nodes:
        values: list[ast.expr | None] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "goto_flow":
            values = [argument(node, 0, "flow_name")]
        elif isinstance(node, ast.Dict):
            values = [value for key, value in zip(node.keys, node.values, strict=True) if _is_key(key, "goto_flow")]
        for value in values:
            texts = code.texts(value)
            if texts is None:
                return None
            found.update(texts)
    return found


def _steps_of(project: Project, code: Code, entered: set[str] | None) -> set[str]:
    """The steps that an entry function may go to: of its own flow, and of those that it enters first."""
    if code.flow is None or entered is None:
        return {step for flow in project.flows.values() for step in flow.steps}
    flows = [code.flow, *(project.flows[name] for name in entered if name in project.flows)]
    return {step for flow in flows for step in flow.steps}


def _check_transition(project: Project, code: Code, node: ast.Dict, every: set[str]) -> Iterator[Problem]:
    values = {
        key.value: value for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)
    }
    flows = code.texts(values.get("goto_flow")) or []
    for name in flows:
        if name not in project.flows:
            message = f"'goto_flow' names '{name}', but there is no such flow"
            yield code.warn(values["goto_flow"], message + did_you_mean(name, project.flows))
    known = {step for name in flows if name in project.flows for step in project.flows[name].steps} or every
    for name in code.texts(values.get("goto_step")) or ():
        if name not in known:
            yield code.warn(values["goto_step"], _no_step("'goto_step'", name, None, known, every))


def _no_step(what: str, name: str, code: Code | None, known: Collection[str], every: Collection[str]) -> str:
    flow = code.flow if code is not None else None
    where = f" of the flow '{flow.name}'" if flow is not None and known is not every else ""
    near = did_you_mean(name, known)
    return f"{what}: there is no step '{name}'{where}, so the conversation stays where it is{near}"


def _is_key(key: ast.expr | None, name: str) -> bool:
    return isinstance(key, ast.Constant) and key.value == name
