"""What a process says of itself."""

from __future__ import annotations

import os

import pytest

from parley import __version__
from parley.domain.operations.model import SILENT_AFTER
from parley.domain.operations.process_store import list_processes
from parley.resources import Resources
from parley.runtime.process_reports import ProcessReports
from parley.storage.signals import Signals
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

FUNCTION = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "functions/start_function.py": "def start_function(conv):\n    conv.state.seen = True\n",
}


async def test_a_process_says_what_it_is_and_whose_code_it_keeps_ready(
    platform: ContractClient, resources: Resources, make: Make
) -> None:
    project = await make.project()
    deployment = await make.deploy(project, FUNCTION)
    headers = await make.chat_headers(project)
    path = f"/v1/{project.account_id}/{project.id}/chat/create"
    assert (await platform.post(path, headers=headers)).status_code == 200
    signals = Signals(resources.db.dsn)  # the process of the tests says of itself what it is, too
    reports = ProcessReports(resources.db, resources.hosts, resources.clock, "platform", signals)
    for _ in range(2):
        await reports.write()
    [process] = [each for each in await list_processes(resources.db) if each.id == signals.identity]
    assert (process.role, process.pid, process.version) == ("platform", os.getpid(), __version__)
    assert process.memory_bytes > 1 << 20
    assert process.cpu >= 0
    now = resources.clock.now()
    assert process.is_alive(now)
    assert not process.is_alive(now + 2 * SILENT_AFTER)
    [agent] = process.agents
    assert (agent.deployment_id, agent.calls, agent.failures) == (deployment.id, 1, 0)
    assert agent.children >= 1
