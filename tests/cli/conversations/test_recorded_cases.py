"""`parley conversations test-case`: written into a project, it runs there, and its status says how."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.resources import Resources
from parley.runtime.session.opening import ConversationStart
from tests.cli.conftest import Operator
from tests.make import Make

pytestmark = pytest.mark.io

SHOW = """from _gen import *


@func_description("Shows the menu.")
@func_parameter("kind", "Which")
def show(conv: Conversation, kind: str):
    conv.state.kind = kind
    return {"utterance": f"The {kind} menu has 12 dishes.", "hangup": True}
"""
FILES = {
    "project.yaml": "project_id: p\naccount_id: a\n",
    "agent_settings/rules.txt": "Use {{fn:show}}.",
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "functions/show.py": SHOW,
}


def folder(path: Path) -> Path:
    for name, text in FILES.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return path


async def held(make: Make, resources: Resources) -> str:
    project = await make.project()
    await make.deploy(project, FILES)
    make.use_model(ScriptedModel([Say("Which menu?"), Call("show", {"kind": "lunch"})]))
    start = ConversationStart("live", "WEBCHAT", "webchat.polyai", from_number="+4915123456789")
    opened = await make.resources.sessions.open(project, start)
    row = row_id(opened.conversation_id)
    assert row is not None
    for words in ("The menu, to max@firma.de", "Lunch"):
        await resources.sessions.respond(project, "live", row, words)
    return opened.conversation_id


async def test_a_case_is_written_and_run(operator: Operator, make: Make, resources: Resources, tmp_path: Path) -> None:
    conversation, project = await held(make, resources), folder(tmp_path / "agent")
    command = ["conversations", "test-case", conversation]
    said = operator.does(*command, "--into", str(project), "--name", "Lunch menu")
    written = project / "test_suite" / "lunch_menu.yaml"
    assert f"Wrote {written}." in said
    assert "passed  Lunch menu" in said
    case = yaml.safe_load(written.read_text())
    assert case["caller_number"] == "+12025550100"
    assert case["script"][1]["user"] == "The menu, to user1@example.com"
    assert case["script"][2]["expect"] == {
        "says": "12",
        "calls": "show",
        "state": {"kind": "lunch"},
        "flow": "",
        "ends": True,
    }
    assert written.read_text() in operator.does(*command, "--name", "Lunch menu")
    assert "already" in operator.is_refused(*command, "--into", str(project), "--name", "Lunch menu")
    written.rename(written.with_name("other.yaml"))
    assert "in another file" in operator.is_refused(*command, "--into", str(project), "--name", "Lunch menu")


async def test_one_that_does_not_pass_says_why_and_fails(
    operator: Operator, make: Make, resources: Resources, tmp_path: Path
) -> None:
    conversation, project = await held(make, resources), folder(tmp_path / "agent")
    (project / "functions" / "show.py").write_text(SHOW.replace("12", "13"))
    command = ["conversations", "test-case", conversation, "--into", str(project)]
    result = operator.answers("", *command)
    assert result.exit_code == 1
    assert "says: no such words in the answer" in result.stdout
    kept = operator.answers("", *command, "--force", "--personal-data", "keep", "--json")
    assert kept.exit_code == 1
    assert '"passed": false' in kept.stdout
    assert "max@firma.de" in kept.stdout


@pytest.mark.parametrize("wrong", ["CONV-1", "CONV-2169940250424295516728509375258649895"])
async def test_there_is_no_such_conversation(operator: Operator, wrong: str) -> None:
    refused = operator.is_refused("conversations", "test-case", wrong)
    assert refused == "Error: There is no such conversation.\n"
