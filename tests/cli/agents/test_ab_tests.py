"""`parley ab-tests`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")


async def test_two_versions_are_compared_until_one_is_chosen(operator: Operator, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    (folder / "agent_settings").mkdir(parents=True)
    (folder / "project.yaml").write_text("project_id: desk\naccount_id: acme\nproject_name: Desk\n")
    places = {}
    for rules, target in (("Be kind.", "live"), ("Be brief.", "pre-release")):
        (folder / "agent_settings" / "rules.txt").write_text(rules)
        pushed = operator.reads("push", str(folder), "--create")["id"]
        places[target] = operator.reads("deployments", "promote", pushed, *WHERE, "--to", target)["deployment"]
    variant = places["pre-release"]["id"]
    assert "steps of 5" in operator.is_refused("ab-tests", "start", variant, *WHERE, "--share", "12")
    test = operator.reads("ab-tests", "start", variant, *WHERE, "--name", "Tone", "--share", "20")
    assert [each["name"] for each in operator.reads("ab-tests", "list", *WHERE)] == ["Tone"]
    assert "is running" in operator.is_refused("deployments", "promote", variant, *WHERE, "--to", "live")
    shown = operator.does("ab-tests", "show", test["id"], *WHERE, "--metric", "CSAT")
    assert "metric:CSAT" in shown
    assert "Not enough conversations yet" in shown
    assert operator.reads("ab-tests", "show", test["id"], *WHERE)["has_enough"] is False
    assert operator.reads("ab-tests", "share", test["id"], "80", *WHERE)["traffic_percentage"] == 80
    assert operator.reads("ab-tests", "end", test["id"], variant, *WHERE)["status"] == "ended"
    assert "ended already" in operator.is_refused("ab-tests", "end", test["id"], variant, *WHERE)
    live = operator.reads("deployments", "list", *WHERE, "--env", "live")[0]
    assert (live["version"], live["active"]) == (places["pre-release"]["version"], "*")
