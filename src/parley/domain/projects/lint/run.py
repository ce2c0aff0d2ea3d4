"""All checks of a project that can be loaded, and what has to be set somewhere before it works."""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Collection, Iterator

from parley.domain.projects.files import Bundle
from parley.domain.projects.lint.code import Code, own_statements, read_code
from parley.domain.projects.lint.imports import bound_by, check_imports, top_level_names
from parley.domain.projects.lint.members import check_members
from parley.domain.projects.lint.names import check_names
from parley.domain.projects.lint.parameters import check_parameters
from parley.domain.projects.lint.reachability import check_reachability
from parley.domain.projects.lint.returns import check_returns
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Problem, Project
from parley.domain.projects.references import find_references, has_references

MOST_PROBLEMS = 500
NO_TEXTS = ("context/", "tests/", "test_suite/", "_gen/")
"""References there are inert."""


def lint_project(project: Project, bundle: Bundle) -> list[Problem]:
    codes = read_code(project)
    mentioned = find_mentions(bundle)
    called = _called_by_the_model(project, mentioned)
    found = {
        *check_names(project, codes),
        *check_members(project, codes),
        *check_imports(project, codes),
        *check_undefined(codes),
        *check_parameters(codes, called),
        *check_returns(codes, called),
        *check_endings(codes),
        *check_reachability(project, bundle, codes, mentioned),
    }
    return sorted(found)[:MOST_PROBLEMS]


def find_mentions(bundle: Bundle) -> dict[str, set[str]]:
    """The names in references of any text, by their kind."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, content in bundle.files.items():
        if path.startswith(NO_TEXTS) or not path.endswith((".yaml", ".yml", ".txt", ".json", ".py")):
            continue
        text = content.decode(errors="replace")
        if has_references(text):
            for reference in find_references(text):
                found[reference.kind].add(reference.name)
    return found


def _called_by_the_model(project: Project, mentioned: dict[str, set[str]]) -> set[str]:
    """The paths of the functions that a text or a phrase filter names: others may be helpers, which return anything."""
    names = mentioned["fn"] | mentioned["ft"] | {each.function for each in project.phrase_filters if each.function}
    return set(_paths(project, names))


def _paths(project: Project, names: set[str]) -> Iterator[str]:
    for functions in (project.functions, *(flow.functions for flow in project.flows.values())):
        yield from (function.path for name, function in functions.items() if name in names)


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


DYNAMIC = frozenset({"globals", "exec", "eval", "locals", "vars"})
"""Where these are used, names may come from anywhere."""


def check_undefined(codes: Collection[Code]) -> Iterator[Problem]:
    for code in codes:
        names = (node for node in reversed(code.nodes) if isinstance(node, ast.Name))
        used = {node.id: node for node in names if isinstance(node.ctx, ast.Load)}
        defined = top_level_names(code)
        if defined is None or not DYNAMIC.isdisjoint(used):
            continue
        # Any binding anywhere in the file counts: which scope it is in is not looked at.
        defined = defined | set().union(*(bound_by(node) for node in code.nodes))
        for name, node in used.items():
            if name not in defined and not hasattr(builtins, name) and not name.startswith("__"):
                yield code.warn(
                    node, f"'{name}' is defined nowhere: this raises NameError{did_you_mean(name, defined)}"
                )
