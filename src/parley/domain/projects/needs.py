"""What an agent's code and files ask for by name and somebody has to set: secrets, credentials, variables. Pure.

Read from the syntax tree: a name that is computed while the code runs is not known, the place where that happens is.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.config import load_api_integrations
from parley.domain.projects.loading.functions import load_files
from parley.domain.projects.loading.source import Source

MOST_PLACES = 20
"""Of one name; the first ones tell enough."""
MOST_NAMES = 500
CONFIGURATION = "real_time_config"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Needs:
    secrets: dict[str, list[Place]] = field(default_factory=dict)
    variables: dict[str, list[Place]] = field(default_factory=dict)
    """Of the real-time configuration."""
    computed: list[Place] = field(default_factory=list)
    """Where a secret is asked for whose name only the running code knows."""
    apis: dict[str, dict[str, str]] = field(default_factory=dict)
    """Integrations with credentials: how they are given, by environment."""


def find_needs(bundle: Bundle) -> Needs:
    needs = Needs()
    source = Source(bundle)
    for path, text in load_files(source).items():
        # An agent's own tests ask for what they make up.
        if not path.startswith("tests/"):
            _read_code(path, text, needs)
    for api in load_api_integrations(source).values():
        closed = {name: target.auth_type for name, target in api.environments.items() if target.auth_type != "none"}
        if closed:
            needs.apis[api.name] = closed
    return needs


def credential_names(integration: str, environment: str) -> tuple[str, str]:
    """The secrets with an integration's credentials: that of the environment goes first."""
    return f"api.{integration}.{environment}", f"api.{integration}"


def _read_code(path: str, text: str, needs: Needs) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    # The last two are what the parser raises for code that is nested too deeply.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    constants, copies = _assigned(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get_secret":
            if name := _text(_argument(node, "secret_name"), constants):
                _note(needs.secrets, name, Place(path, node.lineno))
            elif len(needs.computed) < MOST_PLACES:
                needs.computed.append(Place(path, node.lineno))
        for key in _configuration_keys(node, copies):
            if name := _text(key, constants):
                _note(needs.variables, name, Place(path, key.lineno))


def _configuration_keys(node: ast.AST, copies: set[str]) -> Iterator[ast.expr]:
    """Of `conv.real_time_config["x"]` and `.get("x")`, also under another name."""
    if isinstance(node, ast.Subscript) and _is_configuration(node.value, copies):
        yield node.slice
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and node.args
        and _is_configuration(node.func.value, copies)
    ):
        yield node.args[0]


def _is_configuration(node: ast.expr, copies: set[str]) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == CONFIGURATION
    return isinstance(node, ast.Name) and node.id in copies


def _assigned(module: ast.Module) -> tuple[dict[str, str], set[str]]:
    """Constants of the module with a text, and names that the configuration is given."""
    constants, copies = {}, set()
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) and name.isupper():
                constants[name] = node.value.value
            elif isinstance(node.value, ast.Attribute) and node.value.attr == CONFIGURATION:
                copies.add(name)
    return constants, copies


def _argument(call: ast.Call, name: str) -> ast.expr | None:
    return call.args[0] if call.args else next((each.value for each in call.keywords if each.arg == name), None)


def _text(node: ast.expr | None, constants: dict[str, str]) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return constants.get(node.id, "") if isinstance(node, ast.Name) else ""


def _note(found: dict[str, list[Place]], name: str, place: Place) -> None:
    if name in found or len(found) < MOST_NAMES:
        places = found.setdefault(name, [])
        if len(places) < MOST_PLACES:
            places.append(place)
