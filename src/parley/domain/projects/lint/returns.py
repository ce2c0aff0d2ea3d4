"""What entry functions return, as far as it can be seen: the rest is only known when they run."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from parley.domain.projects.lint.code import Code, own_statements
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import RETURN_KEYS, FunctionKind, Problem

TRANSITION_KEYS = ("goto_flow", "goto_step", "exit_flow")
ALWAYS_CALLED = (FunctionKind.START, FunctionKind.STEP)
WANTED = "return a string, a dictionary or nothing"
KINDS: tuple[tuple[type[ast.expr] | tuple[type[ast.expr], ...], str], ...] = (
    ((ast.List, ast.ListComp), "a list"),
    (ast.Tuple, "a tuple"),
    ((ast.Set, ast.SetComp), "a set"),
    (ast.GeneratorExp, "a generator"),
    (ast.Lambda, "a function"),
    (ast.Compare, "a bool"),
)


def check_returns(codes: Collection[Code], called: Collection[str]) -> Iterator[Problem]:
    """`called`: the paths of the functions that the model is shown."""
    for code in codes:
        if code.entry is None or code.function is None:
            continue
        if code.function.kind in ALWAYS_CALLED or (code.path in called and code.function.kind is not FunctionKind.END):
            yield from _check_entry(code, code.entry)


def _check_entry(code: Code, entry: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Problem]:
    if isinstance(entry, ast.AsyncFunctionDef):
        yield code.warn(entry, f"'{entry.name}' is async, but nothing awaits it: write 'def {entry.name}'")
        return
    nodes = list(own_statements(entry))
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        yield code.warn(entry, f"'{entry.name}' yields, so it returns a generator; {WANTED}")
        return
    for node in nodes:
        if isinstance(node, ast.Return) and node.value is not None:
            yield from _check_value(code, node.value)


def _check_value(code: Code, value: ast.expr) -> Iterator[Problem]:
    if isinstance(value, ast.IfExp):
        yield from _check_value(code, value.body)
        yield from _check_value(code, value.orelse)
    elif isinstance(value, ast.Dict):
        yield from _check_dictionary(code, value)
    elif kind := _wrong_kind(value):
        yield code.warn(value, f"this returns {kind}, which the model is told is an error; {WANTED}")


def _wrong_kind(value: ast.expr) -> str | None:
    if isinstance(value, ast.Constant):
        if value.value is None or isinstance(value.value, str):
            return None
        name = type(value.value).__name__
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return "a bool"
    return next((name for kinds, name in KINDS if isinstance(value, kinds)), None)


def _check_dictionary(code: Code, value: ast.Dict) -> Iterator[Problem]:
    for key, given in zip(value.keys, value.values, strict=True):
        if not isinstance(key, ast.Constant):
            continue
        if key.value not in RETURN_KEYS:
            message = f"a returned dictionary has no key {key.value!r}, so the model is told of an error; known are "
            yield code.warn(key, message + ", ".join(RETURN_KEYS) + did_you_mean(str(key.value), RETURN_KEYS))
        elif complaint := _complaint(str(key.value), given):
            yield code.warn(given, complaint)
        if key.value == "transition" and isinstance(given, ast.Dict):
            yield from _check_transition(code, given)


def _complaint(key: str, given: ast.expr) -> str | None:
    if key in ("hangup", "end_turn") and isinstance(given, ast.Constant) and isinstance(given.value, str):
        return f"'{key}' takes True or False; a text is always true"
    if key in ("transition", "listen") and (isinstance(given, ast.Constant) and given.value is not None):
        return f"'{key}' takes a dictionary; this has no effect"
    if key == "utterance" and isinstance(given, ast.Dict | ast.List | ast.Tuple | ast.Set):
        return "'utterance' takes a text"
    return None


def _check_transition(code: Code, value: ast.Dict) -> Iterator[Problem]:
    for key in value.keys:
        if isinstance(key, ast.Constant) and key.value not in TRANSITION_KEYS:
            message = f"'transition' has no key {key.value!r}; known are {', '.join(TRANSITION_KEYS)}"
            yield code.warn(key, message + did_you_mean(str(key.value), TRANSITION_KEYS))
