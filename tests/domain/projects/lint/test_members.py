"""Attributes of `conv` and `flow`, and of what the project puts behind them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

FoundIn = Callable[[str], list[str]]

WRONG = {
    "conv.goto_flo('x')": "conv has no 'goto_flo': this raises AttributeError; did you mean 'goto_flow'?",
    "flow.go_to_step('x')": "flow has no 'go_to_step': this raises AttributeError; did you mean 'goto_step'?",
    "conv.functions.begn()": "there is no such global function, so this raises AttributeError; did you mean 'begin'?",
    "flow.functions.don()": "there is no such function: this raises AttributeError; did you mean 'done'?",
    "conv.entities.days.value": "there is no such entity, so this is always None; did you mean 'day'?",
    "conv.variant.citi": "there is no such variant attribute, so this is always None; did you mean 'city'?",
    "conv.translations.hello": "conv.translations.hello: there is no such translation, so this is always empty",
    "conv.api.shop.get()": "conv.api.shop: there is no such API integration, so this raises AttributeError",
}
RIGHT = (
    "conv.state.anything",
    "conv._analytics_events",
    "conv.functions.begin()",
    "conv.functions.helpers",
    "flow.functions.check(conv, flow)",
    "conv.entities.day.value or conv.entities.get('dya')",
    "conv.variant.city or conv.variant.items()",
    "conv.variant.active_flows",
    "conv.variant.opened = 1; conv.variant.opened; conv.variant.other",
    "conv.variant = {'x': 1}; conv.variant.x",
    "conv.note = 1; conv.note",
    "conv.transfer_call('default')",
)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_a_member_that_does_not_exist_is_found(found_in: FoundIn, line: str, message: str) -> None:
    (found,) = found_in(f"def f(conv, flow):\n    {line}\n")
    assert found.startswith("2 ")
    assert found.endswith(message)


@pytest.mark.slow
@pytest.mark.parametrize("line", RIGHT)
def test_others_are_right(found_in: FoundIn, line: str) -> None:
    assert found_in(f"def f(conv, flow):\n    {line}\n") == []
