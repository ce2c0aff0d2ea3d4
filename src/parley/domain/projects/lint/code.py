"""The agent's Python as syntax trees."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from parley.domain.projects.loading.signatures import Entry
from parley.domain.projects.model import Flow, Function, Problem, Project

FOLDERS = ("functions/", "flows/")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Code:
    path: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """All of the tree, walked once for everybody."""
    flow: Flow | None
    function: Function | None
    """What the file's entry function is to the format."""
    entry: ast.FunctionDef | ast.AsyncFunctionDef | None
    constants: dict[str, str]
    """The texts that names of the module stand for."""

    def warn(self, node: ast.AST, message: str) -> Problem:
        return Problem(self.path, getattr(node, "lineno", 1), message, fatal=False)

    def texts(self, node: ast.expr | None) -> list[str] | None:
        """Every text that the expression may stand for; None when only the running code knows."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.Name(id=name) if name in self.constants:
                return [self.constants[name]]
            case ast.IfExp(body=one, orelse=other):
                found = [self.texts(one), self.texts(other)]
                return None if None in found else [text for texts in found for text in texts or ()]
        return None


def read_code(project: Project) -> list[Code]:
    """Files that cannot be parsed are left out: loading says so."""
    flows = {flow.slug: flow for flow in project.flows.values()}
    functions = {function.path: function for function in _functions(project)}
    found = []
    for path, text in project.files.items():
        tree = _parse(text) if path.startswith(FOLDERS) else None
        if tree is None:
            continue
        stem = path.rpartition("/")[2].removesuffix(".py")
        entries = [node for node in tree.body if isinstance(node, Entry) and node.name == stem]
        parts = path.split("/")
        flow = flows.get(parts[1]) if parts[0] == "flows" else None
        nodes = tuple(ast.walk(tree))
        entry = entries[-1] if entries else None
        found.append(Code(path, tree, nodes, flow, functions.get(path), entry, _constants(tree, nodes)))
    return found


def own_statements(function: ast.AST) -> Iterator[ast.AST]:
    """What belongs to a function itself, and not to one that is defined inside of it."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Definition):
            waiting.extend(ast.iter_child_nodes(node))


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if len(call.args) > position and not any(isinstance(each, ast.Starred) for each in call.args[: position + 1]):
        return call.args[position]
    return next((each.value for each in call.keywords if each.arg == name), None)


def _functions(project: Project) -> Iterator[Function]:
    yield from project.functions.values()
    for flow in project.flows.values():
        yield from flow.functions.values()
        yield from (step.function for step in flow.steps.values() if step.function is not None)


def _parse(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in an author's text would be written to our stderr
            return ast.parse(text)
    # The last two are what the parser raises for code that is nested too deeply.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _constants(tree: ast.Module, nodes: tuple[ast.AST, ...]) -> dict[str, str]:
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    stored += [node.arg for node in nodes if isinstance(node, ast.arg)]
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[target.id] = value.value
    return {name: text for name, text in found.items() if stored.count(name) == 1}
