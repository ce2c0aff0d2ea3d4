"""A project with a flow, an entity, a function and a variant; each test adds the file that it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import dedent

import pytest

from parley.domain.projects.files import Bundle, bundle_files
from parley.domain.projects.lint.run import lint_project
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project

Files = Mapping[str, str]
LintOf = Callable[[Files], list[str]]
LoadedOf = Callable[[Files], tuple[Project, Bundle]]

GOOD = {
    "project.yaml": "project_id: p\naccount_id: a\n",
    "agent_settings/rules.txt": "Call {{fn:begin}} first. Then {{ft:done}}.\n",
    "agent_settings/languages.yaml": "default_language: en-GB\nadditional_languages: [fr-FR]\n",
    "functions/begin.py": "def begin(conv):\n    conv.goto_flow('Booking')\n",
    "functions/helpers.py": "def collected(conv):\n    return True\n",
    "flows/booking/flow_config.yaml": "name: Booking\nstart_step: Details\n",
    "flows/booking/steps/details.yaml": (
        "step_type: default_step\nname: Details\nextracted_entities: [day]\n"
        "conditions:\n  - {name: all, condition_type: step_condition, description: x, child_step: check}\n"
    ),
    "flows/booking/steps/confirm.yaml": "step_type: advanced_step\nname: Confirm\nprompt: '{{ft:done}}'\n",
    "flows/booking/function_steps/check.py": "def check(conv, flow):\n    flow.goto_step('Confirm')\n",
    "flows/booking/functions/done.py": "def done(conv, flow):\n    conv.exit_flow()\n",
    "config/entities.yaml": "entities:\n  - {name: day, entity_type: date}\n",
    "config/variant_attributes.yaml": (
        "variants: [{name: London, is_default: true}]\nattributes: [{name: city, values: {London: London}}]\n"
    ),
    "config/handoffs.yaml": "handoffs: [{name: Front desk, is_default: true}]\n",
    "topics/hours.yaml": "name: Hours\ncontent: x\n",
}


def _loaded(files: Files) -> tuple[Project, Bundle]:
    contents = {path: dedent(text).encode() for path, text in (GOOD | dict(files)).items()}
    bundle, problems = bundle_files(contents)
    assert bundle is not None, problems
    project, found = load_project(bundle)
    assert project is not None, found
    return project, bundle


@pytest.fixture(scope="session")
def loaded() -> LoadedOf:
    return _loaded


@pytest.fixture(scope="session")
def lint_of() -> LintOf:
    """What is found in these files beside the good ones, as ``path:line: warning: message``."""

    def found(files: Files) -> list[str]:
        project, bundle = _loaded(files)
        problems = lint_project(project, bundle)
        assert not any(problem.fatal for problem in problems)
        return [str(problem) for problem in problems]

    return found


@pytest.fixture(scope="session")
def found_in(lint_of: LintOf) -> Callable[[str], list[str]]:
    """What is found in one more global function, `f`, as ``line message``."""

    def found(code: str) -> list[str]:
        lines = lint_of({"functions/f.py": code, "topics/f.yaml": "name: F\nactions: '{{fn:f}}'\n"})
        assert all(line.startswith("functions/f.py:") for line in lines), lines
        return [line.removeprefix("functions/f.py:").replace(": warning:", "") for line in lines]

    return found
