"""The files of a deployment, what they ask for and their variants, through HTTP."""

from __future__ import annotations

import pytest

from parley.domain.accounts.model import Role
from parley.kit.ids import uuid7
from parley.resources import Resources
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


async def test_a_deployment_is_downloaded_and_published_again_as_it_was(
    builder: Builder, build: ContractClient
) -> None:
    made = await builder.deploy("Be kind.")
    path = f"{builder.path}/deployments"
    archive = await build.get(f"{path}/{made.id}/files.zip", headers=builder.headers)
    assert archive.headers["content-disposition"].endswith(f'-{made.version[:10]}.zip"')
    headers = {**builder.headers, "content-type": "application/zip"}
    again = await build.post(f"{path}/publish", content=archive.content, headers=headers)
    assert again.json()["deployment"]["version"] == made.version


async def test_what_is_not_there_is_not_found(builder: Builder, build: ContractClient, make: Make) -> None:
    made = await builder.deploy()
    foreign = await (await Builder.of(build, make)).deploy()
    for reference in (uuid7(), "nonsense", foreign.id):
        for path in ("files", "files.zip", "files/text?path=project.yaml", "needs", "variants"):
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


ASKS = """\
def ask(conv: Conversation):
    conv.utils.get_secret("crm_token")
    conv.utils.get_secret("mail_password")
    return conv.real_time_config.get("opening")
"""
APIS = """\
api_integrations:
  - name: crm
    environments:
      sandbox: {base_url: https://a.example, auth_type: basic}
      live: {base_url: https://b.example, auth_type: basic}
"""
VARIANTS = """\
variants:
  - {name: Downtown, is_default: true}
  - {name: Harbour}
attributes:
  - name: phone
    values: {Downtown: "1", Harbour: "2"}
  - name: terrace
    values: {Harbour: "yes"}
"""


async def test_what_is_asked_for_and_what_is_set_is_told_by_names(builder: Builder, resources: Resources) -> None:
    made = await builder.deploy(**{"functions__ask.py": ASKS, "config__api_integrations.yaml": APIS})
    store, project = resources.dependencies.secret_store, builder.project_info.id
    async with resources.db.transaction() as tx:
        for name in ("crm_token", "api.crm", "old"):
            await store.put(tx, project, name, "its value")
    await builder.send("PATCH", "/real-time-configs/sandbox/variables", json={"variables": {"opening": "nine"}})
    answer = await builder.ask("GET", f"/deployments/{made.id}/needs")
    assert "its value" not in answer.text
    assert "nine" not in answer.text
    credential = {"authType": "basic", "secret": "api.crm", "isSet": True}
    assert answer.json() == {
        "secrets": [
            {"name": "crm_token", "isSet": True, "usedIn": [{"path": "functions/ask.py", "line": 2}]},
            {"name": "mail_password", "isSet": False, "usedIn": [{"path": "functions/ask.py", "line": 3}]},
        ],
        "computedSecrets": [],
        "unusedSecrets": ["old"],
        "apiCredentials": [
            {
                "integration": "crm",
                "credentials": [{"environment": each, **credential} for each in ("live", "sandbox")],
            }
        ],
        "variables": [
            {
                "name": "opening",
                "isSet": {"sandbox": True, "pre-release": False, "live": False},
                "usedIn": [{"path": "functions/ask.py", "line": 4}],
            }
        ],
    }


async def test_variants_are_listed_with_their_attributes(builder: Builder) -> None:
    made = await builder.deploy(**{"config__variant_attributes.yaml": VARIANTS})
    found = (await builder.send("GET", f"/deployments/{made.id}/variants"))["variants"]
    assert [(each["name"], each["isDefault"], each["attributes"]) for each in found] == [
        ("Downtown", True, {"phone": "1", "terrace": ""}),
        ("Harbour", False, {"phone": "2", "terrace": "yes"}),
    ]
    assert all(each["id"].startswith("VARIANT-") for each in found)
    assert (await builder.send("GET", f"/deployments/{(await builder.deploy()).id}/variants"))["variants"] == []
