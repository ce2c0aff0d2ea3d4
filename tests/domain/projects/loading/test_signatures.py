from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from parley.domain.projects.model import DelayResponse, Function, LatencyControl, Parameter, Problem, Project

Loaded = tuple[Project | None, list[Problem]]
LoadFiles = Callable[[Mapping[str, str]], Loaded]


def function_of(load_files: LoadFiles, code: str) -> Function:
    project, problems = load_files({"functions/f.py": code})
    assert problems == []
    assert project is not None
    return project.functions["f"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        ("str", "string"),
        ("int", "integer"),
        ("float", "number"),
        ("bool", "boolean"),
        ("str | None", "string"),
        ("None | int", "integer"),
        ("Optional[float]", "number"),
        ("typing.Optional[bool]", "boolean"),
        ("Union[None, int]", "integer"),
        ("Annotated[bool, 'x']", "boolean"),
        ("Literal['a', 'b']", "string"),
        ("Literal[1, 2]", "integer"),
        ("'int'", "integer"),
        ("'Optional[int]'", "integer"),
        ("'not a type ('", "string"),
        ("builtins.int", "integer"),
        ("list[str]", "string"),
        ("dict", "string"),
        ("f()", "string"),
    ],
)
def test_annotations_become_json_types(load_files: LoadFiles, annotation: str, kind: str) -> None:
    function = function_of(load_files, f"def f(conv, a: {annotation}):\n    pass\n")
    assert function.parameters == (Parameter("a", kind),)


@pytest.mark.parametrize(
    "signature",
    [
        "conv: Conversation, flow: Flow, a",
        "conv, a",
        "c: Conversation, a",
        "c: _gen.Conversation, a",
        "c: 'Conversation', a",
        "conv, *args, a",
        "conv, /, a, **kwargs",
        "a",
    ],
)
def test_conversation_flow_and_variadics_are_not_parameters(load_files: LoadFiles, signature: str) -> None:
    assert function_of(load_files, f"def f({signature}):\n    pass\n").parameters == (Parameter("a", "string"),)


def test_defaults_make_a_parameter_optional(load_files: LoadFiles) -> None:
    function = function_of(load_files, "def f(conv, a, b: int = 0, *, c, d=None):\n    pass\n")
    assert [(p.name, p.required) for p in function.parameters] == [("a", True), ("b", False), ("c", True), ("d", False)]


def test_described_parameters_count_only_when_they_can_be_passed(load_files: LoadFiles) -> None:
    decorated = "@func_parameter('gone', 'x')\n@func_parameter(name='a', description=' the a ')\n"
    assert function_of(load_files, decorated + "def f(conv, a):\n    pass\n").parameters == (
        Parameter("a", "string", "the a"),
    )
    assert function_of(load_files, decorated + "def f(conv, a, **rest):\n    pass\n").parameters == (
        Parameter("a", "string", "the a"),
        Parameter("gone", "string", "x"),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("@func_description('Plain')\ndef f(conv): ...", "Plain"),
        ("@_gen.func_description('Attribute')\ndef f(conv): ...", "Attribute"),
        ("@func_description(description='Keyword')\ndef f(conv): ...", "Keyword"),
        ("@func_description('Two ' 'parts')\ndef f(conv): ...", "Two parts"),
        ("@func_description('Added ' + 'up')\ndef f(conv): ...", "Added up"),
        ("@func_description(f'No fields')\ndef f(conv): ...", "No fields"),
        ("@func_description('''\n  Long\n''')\ndef f(conv): ...", "Long"),
        ("TEXT: str = 'Named'\n@func_description(TEXT)\ndef f(conv): ...", "Named"),
        ("A = B\nB = A\n@func_description(A)\ndef f(conv): ...", ""),
        ("@func_description(compute())\ndef f(conv):\n    'Docstring'", ""),
        ("@other\n@func_description('Stacked')\n@plog.tmp_bind(a=1)\ndef f(conv): ...", "Stacked"),
        ("def f(conv):\n    'Docstring'", "Docstring"),
        ("async def f(conv):\n    pass", ""),
        ("def f(conv):\n    pass", ""),
    ],
)
def test_descriptions(load_files: LoadFiles, code: str, text: str) -> None:
    assert function_of(load_files, code).description == text


@pytest.mark.parametrize(
    ("arguments", "latency"),
    [
        ("", LatencyControl()),
        ("1, 2, [('a', 3)]", LatencyControl(1, 2, (DelayResponse("a", 3),))),
        ("delay_responses=[('a', 1500), ['b', 2], ('c',), 'd']", LatencyControl(0, 0, (
            DelayResponse("a", 1.5), DelayResponse("b", 2), DelayResponse("c", 0), DelayResponse("d", 0)))),
        ("delay_before_responses_start=-1, silence_after_each_response='x', delay_responses=None", LatencyControl()),
        ("delay_responses=RESPONSES, randomize=True", LatencyControl(0, 0, (DelayResponse("$name", 1),), True)),
    ],
)  # fmt: skip
def test_latency_control(load_files: LoadFiles, arguments: str, latency: LatencyControl) -> None:
    code = f"RESPONSES = [('$name', 1)]\n@func_latency_control({arguments})\ndef f(conv): ..."
    assert function_of(load_files, code).latency == latency


@pytest.mark.parametrize("seed", ["''", "'x'", "[]"])
def test_constants_cannot_blow_up_the_loader(load_files: LoadFiles, seed: str) -> None:
    constants = f"A0 = {seed}\n" + "".join(f"A{n} = A{n - 1} + A{n - 1}\n" for n in range(1, 60))
    assert function_of(load_files, constants + "@func_description(A59)\ndef f(conv): ...\n").description == ""


def test_endless_annotations_are_strings(load_files: LoadFiles) -> None:
    chain = " | ".join(["None"] * 1200)
    assert function_of(load_files, f"def f(conv, a: {chain}): ...\n").parameters == (Parameter("a", "string"),)


def test_a_file_without_an_entry_function_is_a_utility_module(load_files: LoadFiles) -> None:
    code = {"functions/utils.py": "def helper(): ...\n", "functions/nested.py": "class A:\n    def nested(self): ...\n"}
    project, problems = load_files(code)
    assert problems == []
    assert project is not None
    assert project.functions == {}
    assert set(project.files) == set(code)


def test_functions_in_deeper_folders_are_modules_only(load_files: LoadFiles) -> None:
    project, _ = load_files({"functions/lib/f.py": "def f(conv): ...\n"})
    assert project is not None
    assert project.functions == {}
    assert "functions/lib/f.py" in project.files
