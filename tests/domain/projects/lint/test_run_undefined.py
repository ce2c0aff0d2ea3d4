"""Names that nothing defines; wherever one is bound, it counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

FoundIn = Callable[[str], list[str]]

HELPER = "from functions.helpers import collected\n"
WRONG = {
    HELPER + "def f(conv):\n    colected(conv)\n": "3 'colected'; did you mean 'collected'?",
    "def f(conv):\n    flow.goto_step('Confirm')\n": "2 'flow'",
    "from _gen import *\ndef f(conv: Conversatio):\n    pass\n": "2 'Conversatio'; did you mean 'Conversation'?",
}
RIGHT = (
    "from _gen import *\n@func_description('x')\ndef f(conv: Conversation):\n    raise MissingHandoff('x')\n",
    "def f(conv):\n    return ''.join(x for x in [__name__] if (y := x) and y)\n",
    "import json as j, os.path\ndef f(conv):\n    return j.loads(os.sep)\n",
    "def f(conv):\n    try:\n        pass\n    except ValueError as e:\n        print(e)\n",
    "def f(conv):\n    match conv.state.x:\n        case {'a': a, **rest}:\n            return a + rest\n",
    "def f(conv):\n    match conv.state.x:\n        case [b, *c] as d:\n            return b + c + d\n",
    "def f(conv):\n    return globals()['x'] or anything\n",
    "from functions.helpers import *\ndef f(conv):\n    return collected(conv) or whatever\n",
    "def f(conv):\n    global late\n    late = 1\n    with open('x') as g:\n        return lambda h: (g, h, late)\n",
)


@pytest.mark.parametrize(("code", "message"), WRONG.items())
def test_a_name_that_nothing_defines_is_found(found_in: FoundIn, code: str, message: str) -> None:
    (found,) = found_in(code)
    assert found.replace(" is defined nowhere: this raises NameError", "") == message


@pytest.mark.slow
@pytest.mark.parametrize("code", RIGHT)
def test_every_way_to_define_one_counts(found_in: FoundIn, code: str) -> None:
    assert [line for line in found_in(code) if "defined nowhere" in line] == []
