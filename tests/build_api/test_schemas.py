"""The schemas of the format, as editors fetch them."""

from __future__ import annotations

import httpx
import pytest
from jsonschema import Draft7Validator

from parley.domain.projects.format.files import FILES
from tests.contract import ContractClient

pytestmark = pytest.mark.io


async def test_every_schema_is_served_without_a_key(build: ContractClient) -> None:
    async with httpx.AsyncClient(base_url=build.url, trust_env=False) as http:
        for file in FILES:
            answer = await http.get(f"/schemas/{file.name}.json")
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "application/schema+json"
            Draft7Validator.check_schema(answer.json())
        assert (await http.get("/schemas/nothing.json")).status_code == 404
