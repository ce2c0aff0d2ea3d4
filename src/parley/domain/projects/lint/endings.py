"""Functions that can be seen to end badly: in a loop that nothing leaves, or always with an exception."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from parley.domain.projects.lint.code import Code, own_statements
from parley.domain.projects.model import Problem

LEAVES = (ast.Break, ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await)


def check_endings(codes: Collection[Code]) -> Iterator[Problem]:
    for code in codes:
        tried = {id(each) for node in code.nodes if isinstance(node, ast.Try) for each in ast.walk(node)}
        for node in code.nodes:
            if isinstance(node, ast.While) and id(node) not in tried and _is_endless(node):
                yield code.warn(node, "nothing leaves this loop: whoever calls it runs into the time limit")
        if code.entry is not None and code.function is not None:
            yield from _check_raise(code, code.entry)


def _is_endless(loop: ast.While) -> bool:
    if not (isinstance(loop.test, ast.Constant) and loop.test.value):
        return False
    # What it calls may end the process, or raise what is caught further up.
    inside = list(own_statements(loop))
    exits = any(isinstance(node, ast.Call) and "exit" in ast.unparse(node.func) for node in inside)
    return not exits and not any(isinstance(node, LEAVES) for node in inside)


def _check_raise(code: Code, entry: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Problem]:
    for statement in entry.body:
        if isinstance(statement, ast.Raise):
            yield code.warn(statement, f"every call of '{entry.name}' raises here")
        if isinstance(statement, LEAVES) or any(isinstance(node, LEAVES) for node in own_statements(statement)):
            return
