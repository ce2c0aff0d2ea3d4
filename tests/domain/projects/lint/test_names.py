"""Names that code gives to `conv` and `flow`: what exists, what is near, and what only the running code knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

FoundIn = Callable[[str], list[str]]
LintOf = Callable[[Mapping[str, str]], list[str]]

WRONG = {
    "conv.goto_flow('booking')": "'booking', so the conversation stays where it is; did you mean 'Booking'?",
    "conv.goto_flow(flow_name='Bokings')": "there is no flow 'Bokings'",
    "conv.goto_flow('Booking' if conv.state.x else 'Cancel')": "there is no flow 'Cancel'",
    "conv.goto_flow(WHERE)": "there is no flow 'Nowhere'",
    "conv.call_handoff('Front dsk')": "'Front dsk', so this raises MissingHandoff; did you mean 'Front desk'?",
    "conv.set_variant('Londn')": "there is no variant 'Londn', so the variant stays as it is; did you mean 'London'?",
    "conv.send_sms_template('+1', 'link')": "there is no SMS template 'link', so this raises MissingTemplate",
    "conv.disable_kb_topics(['Hours', 'Hour'])": "'Hour', so nothing is disabled; did you mean 'Hours'?",
    "conv.set_language('de-DE')": "there is no configured language 'de-DE'",
    "return {'transition': {'goto_flow': 'Bookin'}}": "'goto_flow' names 'Bookin', but there is no such flow",
    "return {'transition': {'goto_flow': 'Booking', 'goto_step': 'Detail'}}": "'goto_step': there is no step 'Detail'",
    "flow.goto_step('Detail')": "there is no step 'Detail'",
}
RIGHT = (
    "conv.goto_flow('Booking')",
    "conv.goto_flow(conv.state.where)",
    "conv.goto_flow(f'{conv.state.kind} flow')",
    "conv.call_handoff()",
    "conv.call_handoff('DEFAULT')",
    "conv.call_handoff('front desk')",
    "conv.set_variant('London')",
    "conv.set_language('FR-fr')",
    "conv.disable_kb_topics(['Hours'])",
    "conv.functions.begin().goto_flow('x')",
    "return {'transition': {'goto_flow': 'Booking', 'goto_step': 'Confirm'}}",
    "flow.goto_step('Confirm')",
)
CODE = "WHERE = 'Nowhere'\ndef f(conv, flow):\n    {}\n"


@pytest.mark.slow
@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_a_name_that_does_not_exist_is_found(found_in: FoundIn, line: str, message: str) -> None:
    (found,) = found_in(CODE.format(line))
    assert found.startswith("3 ")
    assert message in found


@pytest.mark.slow
@pytest.mark.parametrize("line", RIGHT)
def test_a_name_that_exists_or_cannot_be_known_is_right(found_in: FoundIn, line: str) -> None:
    assert found_in(CODE.format(line)) == []


OTHER = {
    "flows/other/flow_config.yaml": "name: Other\nstart_step: Begin\n",
    "flows/other/steps/begin.yaml": "step_type: advanced_step\nname: Begin\n",
    "functions/go.py": "def go(conv):\n    conv.goto_flow('Other')\n",
}
STEP = "flows/booking/function_steps/check.py"
START = "def check(conv, flow):\n    flow.goto_step('Confirm')\n"


def test_a_step_of_another_flow_is_none_of_this_one(lint_of: LintOf) -> None:
    (found,) = lint_of({**OTHER, STEP: START + "    flow.goto_step('Begin')\n"})
    assert found == (
        f"{STEP}:3: warning: flow.goto_step: there is no step 'Begin' of the flow 'Booking', "
        "so the conversation stays where it is"
    )


@pytest.mark.parametrize(
    "code",
    [
        START + "    conv.goto_flow('Other')\n    flow.goto_step('Begin')\n",
        START + "    conv.goto_flow(conv.state.flow)\n    flow.goto_step('Begin')\n",
        START + "\n\ndef helper(conv, flow):\n    flow.goto_step('Begin')\n",
    ],
    ids=["after the flow is entered", "after some flow is entered", "in a helper, which others may call"],
)
def test_it_is_where_another_flow_may_be_meant(lint_of: LintOf, code: str) -> None:
    assert lint_of({**OTHER, STEP: code}) == []
