"""All checks of a project that can be loaded, and what has to be set somewhere before it works."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from parley.domain.projects.files import Bundle
from parley.domain.projects.lint.code import read_code
from parley.domain.projects.lint.imports import check_imports
from parley.domain.projects.lint.members import check_members
from parley.domain.projects.lint.names import check_names
from parley.domain.projects.lint.parameters import check_parameters
from parley.domain.projects.lint.reachability import check_reachability
from parley.domain.projects.lint.returns import check_returns
from parley.domain.projects.lint.undefined import check_undefined
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
