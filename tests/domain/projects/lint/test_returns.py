"""Return values: those that can be seen to be wrong, and those that are right or not known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

FoundIn = Callable[[str], list[str]]
LintOf = Callable[[Mapping[str, str]], list[str]]

WRONG = {
    "5": "this returns an int, which the model is told is an error; return a string, a dictionary or nothing",
    "True": "this returns a bool",
    "conv.state.x == 1": "this returns a bool",
    "not conv.state.x": "this returns a bool",
    "['a']": "this returns a list",
    "'a', 'b'": "this returns a tuple",
    "'a' if conv.state.x else 3.5": "this returns a float",
    "{'utterence': 'x'}": "a returned dictionary has no key 'utterence', so the model is told of an error",
    "{'utterance': 'x', 'hang_up': True}": "did you mean 'hangup'?",
    "{'utterance': 'x', 'end_turn': 'False'}": "'end_turn' takes True or False; a text is always true",
    "{'transition': 'Booking'}": "'transition' takes a dictionary; this has no effect",
    "{'transition': {'flow': 'Booking'}}": "'transition' has no key 'flow'; known are goto_flow, goto_step, exit_flow",
    "{'utterance': ['x']}": "'utterance' takes a text",
}
RIGHT = (
    *("", "None", "'text'", "f'{conv.state.x}'", "{}", "conv.call_handoff()", "conv.state.x", "[1][0]"),
    *("{'content': 'x', **conv.state.more}", "{'utterance': conv.state.x, 'hangup': True, 'handoff': True}"),
    *("{'transition': {'goto_flow': 'Booking'}, 'listen': {'asr': {'timeout': 1}}}", "'a' + 'b'", "{conv.state.x: 1}"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("value", "message"), WRONG.items())
def test_a_wrong_value_is_found(found_in: FoundIn, value: str, message: str) -> None:
    (found,) = found_in(f"def f(conv):\n    return {value}\n")
    assert found.startswith("2 ")
    assert message in found


@pytest.mark.slow
@pytest.mark.parametrize("value", RIGHT)
def test_others_are_right(found_in: FoundIn, value: str) -> None:
    assert found_in(f"def f(conv):\n    return {value}\n") == []


def test_only_the_functions_own_returns_count(found_in: FoundIn) -> None:
    assert (
        found_in("def f(conv):\n    def g():\n        return 5\n    return max([1], key=lambda x: [x]) and g\n") == []
    )


def test_functions_that_never_return_a_value(found_in: FoundIn) -> None:
    assert found_in("async def f(conv):\n    return ''\n") == ["1 'f' is async, but nothing awaits it: write 'def f'"]
    (found,) = found_in("def f(conv):\n    yield ''\n")
    assert "'f' yields, so it returns a generator" in found


def test_who_is_called(lint_of: LintOf) -> None:
    helper = {"functions/f.py": "def f(conv):\n    return 5\n"}
    assert lint_of(helper) == []
    assert len(lint_of({"functions/start_function.py": "def start_function(conv):\n    return 5\n"})) == 1
    assert lint_of({"functions/end_function.py": "def end_function(conv):\n    return 5\n"}) == []
    step = {
        "flows/booking/function_steps/check.py": "def check(conv, flow):\n    flow.goto_step('Confirm')\n    return 5\n"
    }
    assert len(lint_of(step)) == 1
    phrases = "phrase_filtering: [{name: a, regular_expressions: [x], function: f}]\n"
    assert len(lint_of({**helper, "voice/response_control/phrase_filtering.yaml": phrases})) == 1
