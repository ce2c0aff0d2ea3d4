"""What somebody has to set before the agent works."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parley.domain.projects.files import Bundle
from parley.domain.projects.lint.hints import find_hints
from parley.domain.projects.model import Project

CODE = """\
def helpers(conv):
    key = conv.utils.get_secret("crm_key")
    again = conv.utils.get_secret("crm_key")
    if conv.real_time_config.get("opn") or conv.real_time_config["max"]:
        conv.state.guest = 1
    conv.state["item"] = conv.state.gest
    return conv.state.item, conv.state.call_sid, conv.state.day, conv.state.listed, conv.state.get("x")


KEYS = ["listed"]
"""


def test_what_is_asked_for_and_not_set_is_told_once(
    loaded: Callable[[Mapping[str, str]], tuple[Project, Bundle]],
) -> None:
    project, bundle = loaded(
        {
            "functions/helpers.py": CODE,
            "real_time_configuration/live/data.json": '{"open": true}',
            "real_time_configuration/live/schema.json": '{"type": "object", "properties": {"max": {}}}',
        }
    )
    assert [(hint.line, hint.message) for hint in find_hints(project, bundle)] == [
        (2, "needs the secret 'crm_key' (parley secrets set)"),
        (4, "needs the variable 'opn' of the real-time configuration (parley rtc); did you mean 'open'?"),
        (6, "reads conv.state.gest, which no code sets; did you mean 'guest'?"),
    ]
