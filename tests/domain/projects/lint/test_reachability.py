"""Flows, steps and entities that nothing leads to; a name that stands in the code as a text may be gone to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

LintOf = Callable[[Mapping[str, str]], list[str]]

LONELY = {"flows/booking/steps/lonely.yaml": "# a step\nstep_type: advanced_step\nname: 'Lonely step'\n"}
CHAINED = {
    "flows/booking/steps/first.yaml": (
        "step_type: default_step\nname: First\nconditions:\n"
        "  - {name: all, condition_type: step_condition, description: x, child_step: Lonely step}\n"
    )
}


def test_a_step_that_nothing_leads_to(lint_of: LintOf) -> None:
    assert lint_of(LONELY) == [
        "flows/booking/steps/lonely.yaml:3: warning: nothing leads to the step 'Lonely step': it is no start step, "
        "no child step, and no code names it"
    ]
    assert len(lint_of(LONELY | CHAINED)) == 2  # whose only way is a step that nothing leads to either
    check = {"flows/booking/function_steps/unused.py": "def unused(conv, flow):\n    pass\n"}
    (found,) = lint_of(check)
    assert found.startswith("flows/booking/function_steps/unused.py:1: warning: nothing leads to the step 'unused'")


@pytest.mark.parametrize(
    "code",
    [
        "NEXT = ['Lonely step']\n",
        "def go(flow, n):\n    flow.goto_step(f'Lonely {n}')\n",
        "def go(flow, n):\n    return {'transition': {'goto_step': 'Lonely ' + n}}\n",
    ],
)
def test_a_step_that_code_may_go_to(lint_of: LintOf, code: str) -> None:
    assert lint_of({**LONELY, "functions/helpers.py": code}) == []


def test_what_broken_code_leads_to_is_no_second_problem(lint_of: LintOf) -> None:
    broken = "def go(conv):\n    conv.goto_flow('Complaints')\n     flow.goto_step('Lonely step')\n"
    found = lint_of({**FLOW, **LONELY, "functions/go.py": broken})
    assert [problem for problem in found if "nothing" in problem] == []


def test_a_step_that_the_configuration_names(lint_of: LintOf) -> None:
    live = "real_time_configuration/live/data.json"
    assert lint_of({**LONELY, live: '{"first": ["Lonely step"]}'}) == []


FLOW = {
    "flows/x/flow_config.yaml": "name: Complaints\nstart_step: s\n",
    "flows/x/steps/s.yaml": "step_type: advanced_step\nname: s\n",
}


def test_a_flow_that_nothing_goes_to(lint_of: LintOf) -> None:
    assert lint_of(FLOW) == [
        "flows/x/flow_config.yaml:1: warning: nothing goes to the flow 'Complaints': no code names it"
    ]
    assert lint_of({**FLOW, "functions/helpers.py": "def go(conv, a):\n    conv.goto_flow(a + 's')\n"}) == []
    assert lint_of({**FLOW, "flows/x/flow_config.yaml": "name: CSAT survey\nstart_step: s\n"}) == []


ENTITIES = "entities:\n  - {name: day, entity_type: date}\n  - name: guests\n    entity_type: numeric\n"


def test_an_entity_that_nothing_collects(lint_of: LintOf) -> None:
    files = {"config/entities.yaml": ENTITIES}
    assert lint_of(files) == [
        "config/entities.yaml:3: warning: no step collects the entity 'guests', and nothing mentions it"
    ]
    assert lint_of({**files, "topics/a.yaml": "name: A\ncontent: 'Save it as {{entity:guests}}.'\n"}) == []
    assert lint_of({**files, "functions/helpers.py": "def a(conv):\n    return conv.entities.guests\n"}) == []


def test_an_entity_that_is_required_and_never_collected(lint_of: LintOf) -> None:
    step = (
        "step_type: default_step\nname: Details\nextracted_entities: [day]\nconditions:\n  - name: all\n"
        "    condition_type: step_condition\n    description: '{{entity:guests}}'\n    child_step: check\n"
        "    required_entities: [day, guests]\n"
    )
    files = {"config/entities.yaml": ENTITIES, "flows/booking/steps/details.yaml": step}
    assert lint_of(files) == [
        "flows/booking/steps/details.yaml:2: warning: the step 'Details' requires the entity 'guests', "
        "which no step collects"
    ]
