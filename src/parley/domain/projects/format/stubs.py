"""Types of what agent code imports, for editors and type checkers, with the project's own names in them.

The surface itself is written by hand in `typings/`, and held by a test against what runs. Names that a project may only
know while it runs are texts that editors complete: `parley check` says which of them do not exist.
"""

from __future__ import annotations

import ast
import json
import keyword
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from parley.domain.projects.model import Function, FunctionKind, Project

FOLDER = "_gen"
TYPINGS = f"{FOLDER}/typings"
PROJECT_FILE = f"{FOLDER}/_project.pyi"
MYPY_FILE = f"{FOLDER}/mypy.ini"
PYRIGHT_FILE = f"{FOLDER}/pyrightconfig.json"

LONGEST_TEXT = 500
"""Of a description: it is read in a box beside the code."""

_WRITTEN = Path(__file__).with_name("typings")
_ALIASES = ("imports", "polyai/__init__", "polyai/attachment", "polyai/voice", "polyai/webchat")
"""Other names under which projects import the same."""

_MYPY = """\
# mypy --config-file _gen/mypy.ini
[mypy]
files = .
exclude = ^(_gen|tests)/
mypy_path = $MYPY_CONFIG_FILE_DIR/..:$MYPY_CONFIG_FILE_DIR/typings
namespace_packages = True
explicit_package_bases = True

[mypy-requests.*,urllib3.*,jsonschema.*,pydantic.*,phonenumbers.*]
ignore_missing_imports = True
"""

_PYRIGHT = """\
{
  "include": [".."],
  "exclude": [".", "../tests", "../**/.*", "../**/node_modules"],
  "extraPaths": ["..", "typings"],
  "stubPath": "typings",
  "reportMissingModuleSource": "none"
}
"""

_HEADER = '''\
"""The names of this project. `parley stubs` writes this file: run it again after adding any."""

from typing import Any, Literal, TypeAlias

from ._values import Attributes, EntityValidationResult

'''
_ANNOTATIONS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def stub_files(project: Project) -> Iterator[tuple[str, str]]:
    """Path and text of every stub, and of the settings with which type checkers find them."""
    for path in sorted((_WRITTEN / FOLDER).glob("*.pyi")):
        yield f"{FOLDER}/{path.name}", path.read_text()
    yield PROJECT_FILE, project_stub(project)
    yield f"{TYPINGS}/plog.pyi", (_WRITTEN / "plog.pyi").read_text()
    for name in _ALIASES:
        yield f"{TYPINGS}/{name}.pyi", "from _gen import *\n"
    yield MYPY_FILE, _MYPY
    yield PYRIGHT_FILE, _PYRIGHT


def project_stub(project: Project) -> str:
    attributes = {name for variant in project.variants.values() for name in variant.attributes}
    parts = [
        _HEADER,
        _names("FlowName", project.flows),
        _names("StepName", {name for flow in project.flows.values() for name in flow.steps}),
        _names("VariantName", project.variants),
        _names("HandoffName", project.handoffs),
        _names("TemplateName", project.sms_templates),
        _names("TopicName", project.topics),
        _names("LanguageCode", {project.default_language, *project.additional_languages}),
        _entities(project.entities),
        _members("Variant", "Attributes", attributes, "str"),
        _functions(project.functions.values()),
    ]
    return "".join(parts)


def _names(alias: str, names: Iterable[str]) -> str:
    known = ", ".join(json.dumps(name, ensure_ascii=False) for name in sorted(names))
    return f"{alias}: TypeAlias = {f'Literal[{known}] | str' if known else 'str'}\n"


def _entities(names: Iterable[str]) -> str:
    """A name that the project does not have is never collected, so it is an error; unless it has none at all."""
    base = "dict[str, EntityValidationResult]" if names else "Attributes"
    return _members("Entities", base, names, "EntityValidationResult")


def _members(class_name: str, base: str, names: Iterable[str], annotation: str) -> str:
    # What a dictionary has itself is found first when the code runs.
    lines = [f"    {name}: {annotation}" for name in sorted(names) if _is_member(name) and not hasattr(dict, name)]
    return f"\nclass {class_name}({base}):\n" + "\n".join(lines or ["    pass"]) + "\n"


def _functions(functions: Iterable[Function]) -> str:
    known = [each for each in functions if each.kind is FunctionKind.GLOBAL and _is_member(each.name)]
    if not known:
        lines = ["    def __getattr__(self, name: str) -> Any: ..."]
    else:
        lines = [line for each in sorted(known, key=lambda each: each.name) for line in _function(each)]
    lines += ["    def __getitem__(self, name: str) -> Any: ...", "    def __contains__(self, name: str) -> bool: ..."]
    return "\nclass FunctionExecutor:\n" + "\n".join(lines) + "\n"


def _function(function: Function) -> Iterator[str]:
    parameters = "".join(
        f", {each.name}: {_ANNOTATIONS[each.type]}{'' if each.required else ' = ...'}"
        for each in sorted(function.parameters, key=lambda each: not each.required)
        if _is_member(each.name)
    )
    yield f"    def {function.name}(self{parameters}) -> Any:"
    said = " ".join(function.description.split())[:LONGEST_TEXT].replace("\\", " ").replace('"', "'")
    yield f'        """{said or function.path}"""'


def _is_member(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name) and name != "self"


@cache
def surface_names() -> frozenset[str]:
    """What `from _gen import *` brings."""
    return frozenset(name for name in (*_classes(), *_written_names()) if not name.startswith("_"))


@cache
def surface_members(class_name: str) -> frozenset[str]:
    """The members of `Conversation` or `Flow`."""
    return frozenset(_names_in(_classes()[class_name].body))


@cache
def _classes() -> dict[str, ast.ClassDef]:
    return {node.name: node for tree in _trees() for node in tree.body if isinstance(node, ast.ClassDef)}


def _written_names() -> set[str]:
    return {name for tree in _trees() for name in _names_in(tree.body)}


@cache
def _trees() -> tuple[ast.Module, ...]:
    return tuple(
        ast.parse((_WRITTEN / FOLDER / name).read_text())
        for name in ("_conversation.pyi", "_values.pyi", "_project.pyi")
    )


def _names_in(body: list[ast.stmt]) -> set[str]:
    found = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    found |= {node.target.id for node in body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    return found | {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
