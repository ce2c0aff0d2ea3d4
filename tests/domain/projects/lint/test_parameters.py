"""Parameters that a model cannot fill in, and descriptions that belong to none."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

import pytest

from parley.domain.projects.lint.parameters import unsupported

FoundIn = Callable[[str], list[str]]
LintOf = Callable[[Mapping[str, str]], list[str]]


def test_types_that_the_format_lacks_are_found(found_in: FoundIn) -> None:
    code = "def f(conv, guests: int,\n      names: list[str], when: 'date'):\n    return ''\n"
    assert found_in(code) == [
        "2 the model cannot fill in 'names: list[str]': the format has str, int, float and bool, so it will be a text"
    ]


def test_helpers_may_take_anything(lint_of: LintOf) -> None:
    assert lint_of({"functions/f.py": "def f(conv, names: list[str]):\n    return names\n"}) == []


@pytest.mark.parametrize(
    ("annotation", "is_wrong"),
    [
        *((each, False) for each in ("str", "int | None", "Optional[bool]", "Union[str, None]", "Literal['a', 'b']")),
        *((each, False) for each in ("Annotated[int, 'x']", "'float'", "Alias", "None")),
        *((each, True) for each in ("dict", "list[str]", "Any", "datetime.date", "str | list", "Optional[dict]")),
    ],
)
def test_each_annotation(annotation: str, is_wrong: bool) -> None:
    node = ast.parse(annotation, mode="eval").body
    assert (unsupported(node, {"Alias"}) is not None) is is_wrong


def test_a_description_of_no_parameter_is_found(found_in: FoundIn) -> None:
    code = (
        "from _gen import *\n@func_parameter('guest', 'how many')\n@func_parameter('day', 'when')\n"
        "def f(conv: Conversation, guests: int, day: str):\n    return ''\n"
    )
    assert found_in(code) == ["2 'f' has no parameter 'guest'; did you mean 'guests'?"]
    assert found_in(code.replace("day: str", "day: str, **more")) == []
