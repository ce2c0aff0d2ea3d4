"""The guide to a first agent, done as it is written: with the built-in responder, and then with a scripted model."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.cli import credentials
from parley.domain.accounts.store import find_account
from parley.domain.deployments import store as deployments
from parley.domain.projects.store import find_project
from parley.providers.llm.scripted import Call, Say
from tests.journeys.guide import Command, File, steps
from tests.journeys.installation import Agent, Installation

pytestmark = pytest.mark.io

GUIDE = Path(__file__).parents[2] / "docs" / "first-agent.md"


@pytest.fixture
def commands(installation: Installation) -> dict[str, str]:
    """What makes a command find the installation that runs here."""
    settings = installation.resources.settings
    addresses = {"platform_url": installation.platform.url, "build_url": installation.build.url}
    more = {"ops_url": installation.build.url, "console_url": installation.build.url}
    credentials.write(settings.data, addresses | more)
    return {"PARLEY_DATA": str(settings.data), "PARLEY_DATABASE_URL": str(settings.database_url)}


async def test_the_first_agent(installation: Installation, commands: dict[str, str], tmp_path: Path) -> None:
    done: list[Command] = []
    for step in steps(GUIDE.read_text()):
        if isinstance(step, File):
            (tmp_path / step.path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / step.path).write_text(step.content)
        else:
            await step.run(tmp_path, commands)
            done.append(step)
    chats = [step for step in done if "chat library" in step.line]
    assert [step.line.split()[1] for step in done] == ["check", "chat", "test", "push", "keys", "chat"]
    await hold_with_a_model(installation, chats[0])


async def hold_with_a_model(installation: Installation, chat: Command) -> None:
    """The same words with a model that answers as one would: it says what the topic says, and calls the function."""
    db = installation.resources.db
    account = await find_account(db, "demo", [])
    assert account is not None
    info = await find_project(db, account.id, "library")
    assert info is not None
    deployment = await deployments.find_active(db, info.id, "live")
    assert deployment is not None
    agent = Agent(installation, info, deployment, {"live": await installation.make.chat_headers(info)})
    opening, hours, which, found = (line.removeprefix("agent ") for line in chat.shown)
    model = agent.plays(Say(hours), Say(which), Call("find_book", {"title": "Dune"}))
    talk = await agent.open()
    assert [talk.opening, *[(await talk.say(line)).text for line in chat.typed]] == [opening, hours, which, found]
    assert "Tuesday to Saturday, 10 am to 6 pm" in str(model.requests[0].messages)
    assert agent.has_played
