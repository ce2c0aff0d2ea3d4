"""The types that editors read say what agent code really finds: every name, member, parameter and default."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parley.agent_host.surface import gen
from parley.domain.projects.files import bundle_files
from parley.domain.projects.format.stubs import PROJECT_FILE, project_stub, stub_files
from parley.domain.projects.loader import load_project
from parley.domain.projects.loading import signatures
from parley.domain.projects.model import Entity, Function, FunctionKind, Parameter, Project, Variant

TYPINGS = Path(inspect.getfile(load_project)).parent / "format" / "typings"
SURFACE = Path(gen.__file__).parent
DECORATORS = {"func_description", "func_parameter", "func_latency_control"}
MADE_BY_US = {
    *("ApiExecutor", "Integrations", "TranslationReplacementProxy", "Conversation", "Flow", "ConversationLogger"),
    *("Clock", "KnowledgeBase", "Utils", "FunctionExecutor", "FlowFunctionExecutor", "ExternalEvents", "Destinations"),
    *("AgenticDial", "WebchatInterface"),
}
"""Agent code is given these and cannot build any, so how it would be done is not told."""
NARROWED = {
    ("Conversation", "variant"),  # a project without variants does not ask for one
    ("EntityValidationResult", "value"),  # steps and functions go on when it is there
}
NAMES = ("FlowName", "StepName", "VariantName", "HandoffName", "TemplateName", "TopicName", "LanguageCode")
Members = dict[str, ast.stmt]


@cache
def stub_of(path: str) -> Members:
    return members_of(ast.parse((TYPINGS / path).read_text()).body)


def members_of(body: list[ast.stmt]) -> Members:
    found: Members = {}
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.setdefault(node.name, node)  # a setter comes after its property
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node
    return found


@cache
def written() -> Members:
    everything = stub_of("_gen/_values.pyi") | stub_of("_gen/_conversation.pyi") | stub_of("_gen/_project.pyi")
    return {name: node for name, node in everything.items() if name not in NAMES}


def class_of(name: str) -> ast.ClassDef:
    node = written()[name]
    assert isinstance(node, ast.ClassDef), name
    return node


def stub_members(name: str) -> Members:
    """With those of its bases that the stubs write too."""
    node = class_of(name)
    found: Members = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and isinstance(written().get(base.id), ast.ClassDef):
            found |= stub_members(base.id)
    return found | members_of(node.body)


def real_members(kind: type) -> dict[str, Any]:
    """What our own classes give it, instance attributes that `__init__` and dataclasses set included."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__ == "_gen" or base.__module__.startswith("parley."):
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
            found |= dict.fromkeys(getattr(base, "__dataclass_fields__", ()))
            found |= {name: None for name in instance_attributes(base) if name not in found}
    return found


@cache
def sources() -> dict[str, ast.ClassDef]:
    """Read from the files: classes of the surface say that they live in `_gen` once it is installed."""
    trees = [ast.parse(path.read_text()) for path in SURFACE.glob("*.py")]
    return {node.name: node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}


def instance_attributes(kind: type) -> Iterator[str]:
    made = [
        node for node in sources()[kind.__name__].body if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    ]
    for node in (each for function in made for each in ast.walk(function)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and not node.attr.startswith("_"):
            yield node.attr


CLASSES = sorted(
    name
    for name, value in gen.public_names().items()
    if isinstance(value, type) and value.__name__ == name and not issubclass(value, gen.Placeholder)
)


def test_every_name_that_can_be_imported_is_there_and_no_other() -> None:
    public = {name for name in written() if not name.startswith("_")}
    assert public == set(gen.public_names())


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_the_members_that_it_really_has(name: str) -> None:
    real = real_members(gen.public_names()[name])
    told = {member for member in stub_members(name) if not member.startswith("_")}
    if issubclass(gen.public_names()[name], dict):
        # What dictionaries with attributes hold is told too.
        assert real.keys() <= told | {"clear", "pop", "popitem", "setdefault", "update"}
    else:
        assert told == real.keys()


@pytest.mark.parametrize("name", CLASSES)
def test_its_methods_take_what_they_really_take(name: str) -> None:
    real = gen.public_names()[name]
    for member, node in stub_members(name).items():
        if isinstance(node, ast.FunctionDef) and not (member == "__init__" and name in MADE_BY_US):
            value = inspect.getattr_static(real, member)
            is_property = any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)
            assert isinstance(value, property) == is_property, member
            function = value.fget if isinstance(value, property) else value
            if (name, member) not in NARROWED:
                assert signature_in_stub(node) == signature_of(function), f"{name}.{member}"


def signature_in_stub(node: ast.FunctionDef) -> list[tuple[str, str, str | None]]:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + [ast.unparse(each) for each in arguments.defaults]
    given = [(each, default) for each, default in zip(positional, defaults, strict=True)]
    given += [
        (each, None if default is None else ast.unparse(default))
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    given += [(each, None) for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return sorted(
        (each.arg, "str" if annotation(each) in NAMES else annotation(each), default) for each, default in given
    )


def annotation(argument: ast.arg) -> str:
    return (
        ""
        if argument.annotation is None
        else ast.unparse(argument.annotation).replace("Sequence[TopicName]", "Sequence[str]")
    )


def signature_of(function: Any) -> list[tuple[str, str, str | None]]:
    function = getattr(function, "__func__", function)
    found = []
    for each in inspect.signature(function).parameters.values():
        default = None if each.default is each.empty else repr(each.default)
        found.append((each.name, "" if each.annotation is each.empty else str(each.annotation), default))
    return sorted(found)


def test_decorators_take_what_is_read_from_them() -> None:
    told = {name: stub_of("_gen/_conversation.pyi")[name] for name in DECORATORS}
    parameters = {
        name: [each.arg for each in node.args.args] for name, node in told.items() if isinstance(node, ast.FunctionDef)
    }
    assert parameters == {
        "func_description": ["description"],
        "func_parameter": ["name", "description"],
        "func_latency_control": list(signatures.LATENCY_ORDER),
    }


def test_plog_has_all_that_it_has() -> None:
    real = {name for name in vars(gen.create_plog()) if not name.startswith("_")}
    assert {name for name in stub_of("plog.pyi") if not name.startswith("_")} == real


def test_the_names_of_a_project_are_written_out() -> None:
    ask = Function(
        "ask",
        "functions/ask.py",
        FunctionKind.GLOBAL,
        'Says "hello"\\',
        (Parameter("when", "string"), Parameter("n", "integer", "", False)),
    )
    start = Function("start_function", "functions/start_function.py", FunctionKind.START)
    project = Project(
        "p",
        "a",
        "P",
        entities={"day": Entity("day", "", "date"), "items": Entity("items", "", "free_text")},
        variants={'The "old" town': Variant("x", "x", attributes={"city": "X", "not a name": ""})},
        functions={"ask": ask, "start_function": start},
    )
    text = project_stub(project)
    classes = members_of(ast.parse(text).body)
    assert 'VariantName: TypeAlias = Literal["The \\"old\\" town"] | str' in text
    assert members_of(getattr(classes["Entities"], "body", [])).keys() == {"day"}
    assert members_of(getattr(classes["Variant"], "body", [])).keys() == {"city"}
    assert "def ask(self, when: str, n: int = ...) -> Any:" in text
    assert "start_function" not in text


def test_a_project_without_names_has_any() -> None:
    project = Project("p", "a", "P")
    written_out, generic = ast.parse(project_stub(project)), ast.parse((TYPINGS / "_gen/_project.pyi").read_text())
    assert members_of(written_out.body).keys() == members_of(generic.body).keys()
    assert project_stub(project).count("Literal[") == 1  # its language


def test_nothing_of_it_is_deployed() -> None:
    files = {path: text.encode() for path, text in stub_files(Project("p", "a", "P"))}
    assert PROJECT_FILE in files
    bundle, problems = bundle_files(files)
    assert bundle is not None
    assert (list(bundle.files), problems) == ([], [])
