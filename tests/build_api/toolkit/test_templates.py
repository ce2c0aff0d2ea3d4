"""The templates as trees, through HTTP."""

from __future__ import annotations

import pytest

from parley.domain.projects.templates import Template
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

TEMPLATES = "/adk/v1/template-projects"


async def test_every_template_is_a_tree(build: ContractClient, make: Make) -> None:
    headers = (await Builder.of(build, make)).headers
    listed = (await build.get(f"{TEMPLATES}?owner=adk", headers=headers)).json()["templates"]
    assert [each["id"] for each in listed] == list(Template)
    for each in listed:
        tree = (await build.get(f"{TEMPLATES}/{each['id']}/projection", headers=headers)).json()["projection"]
        assert "Example Company" in tree["agentSettings"]["rules"]["behaviour"], each
    missing = await build.get(f"{TEMPLATES}/bakery/projection", headers=headers)
    assert (missing.status_code, missing.json()["error_code"]) == (404, "TEMPLATE_NOT_FOUND")
