"""What the files ask for and do not set: secrets and variables that somebody has to set, state that no code writes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from parley.domain.projects.check import PREFILLED_STATE
from parley.domain.projects.files import Bundle
from parley.domain.projects.lint.code import Code, read_code
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Problem, Project
from parley.domain.projects.needs import find_needs

WRITERS = frozenset({"update", "setdefault", "setattr"})


def find_hints(project: Project, bundle: Bundle) -> list[Problem]:
    """Each by the first place that asks for it."""
    needs = find_needs(bundle)
    found = []
    for name, places in needs.secrets.items():
        message = f"needs the secret '{name}' (parley secrets set)"
        found.append(Problem(places[0].path, places[0].line, message, fatal=False))
    given = {key for values in project.real_time_config.values() for key in values}
    given |= {key for schema in project.real_time_schemas.values() for key in _properties(schema)}
    for name, places in needs.variables.items():
        if name not in given:
            message = f"needs the variable '{name}' of the real-time configuration (parley rtc)"
            found.append(Problem(places[0].path, places[0].line, message + did_you_mean(name, given), fatal=False))
    return sorted({*found, *_unset_state(project, read_code(project))})


def _properties(schema: Mapping[str, object]) -> Collection[str]:
    properties = schema.get("properties")
    return list(properties) if isinstance(properties, dict) else ()


def _unset_state(project: Project, codes: Collection[Code]) -> Iterator[Problem]:
    """`conv.state.x` that is read, while nothing in the project could have written it."""
    written = PREFILLED_STATE | set(project.entities) | _written(codes)
    seen: set[str] = set()
    for code in codes:
        for node in code.nodes:
            if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and _is_state(node.value)):
                continue
            name = node.attr
            if name in written or name in seen or hasattr(dict, name) or name.startswith("_"):
                continue
            seen.add(name)
            yield code.warn(node, f"reads conv.state.{name}, which no code sets{did_you_mean(name, written)}")


def _written(codes: Collection[Code]) -> set[str]:
    """Every text of the code may be a name that is written: it stands in `state[name]` or in a list of keys."""
    found: set[str] = set()
    for code in codes:
        for node in code.nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and _is_state(node.value):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in WRITERS:
                found.update(word.arg for word in node.keywords if word.arg is not None)
    return found


def _is_state(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "state"
