"""The files of a deployment, through HTTP."""

from __future__ import annotations

import pytest

from parley.domain.accounts.model import Role
from parley.kit.ids import uuid7
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def test_the_files_of_a_deployment_are_listed_and_read(builder: Builder) -> None:
    made = await builder.deploy("Be kind.\nBe brief.")
    found = await builder.send("GET", f"/deployments/{made.id}/files")
    assert (found["deploymentId"], found["version"], found["environment"]) == (str(made.id), made.version, "sandbox")
    assert {"path": "agent_settings/rules.txt", "size": 18, "isText": True} in found["files"]
    text = await builder.send("GET", f"/deployments/{made.id}/files/text?path=agent_settings/rules.txt")
    assert (text["text"], text["truncated"]) == ("Be kind.\nBe brief.", False)


async def test_what_is_not_there_is_not_found(builder: Builder, build: ContractClient, make: Make) -> None:
    made = await builder.deploy()
    foreign = await (await Builder.of(build, make)).deploy()
    for reference in (uuid7(), "nonsense", foreign.id):
        for path in ("files", "files/text?path=project.yaml"):
            answer = await builder.send("GET", f"/deployments/{reference}/{path}", 404)
            assert answer["error_code"] == "DEPLOYMENT_NOT_FOUND"
    for path in ("agent_settings", "../etc/passwd", "nothing.yaml"):
        answer = await builder.send("GET", f"/deployments/{made.id}/files/text?path={path}", 404)
        assert answer["error_code"] == "DEPLOYMENT_FILE_NOT_FOUND"
    await builder.send("GET", f"/deployments/{made.id}/files/text", 400)


async def test_who_may_look_may_read_files(builder: Builder, build: ContractClient, make: Make) -> None:
    made = await builder.deploy()
    headers = await make.browser_headers(builder.project_info, Role.VIEWER)
    answer = await build.get(f"{builder.path}/deployments/{made.id}/files", headers=headers)
    assert answer.status_code == 200
