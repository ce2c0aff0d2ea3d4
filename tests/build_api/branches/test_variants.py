"""Variants and attributes under a branch, in its files."""

from __future__ import annotations

import pytest

from tests.build_api.branches.test_content import files_of
from tests.build_api.branches.test_lifecycle import create
from tests.build_api.branches.test_merging import edit
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

FILE = "config/variant_attributes.yaml"
TABLE = """\
# Who we are in which town.
variants:
  - name: coastal  # the first one
    is_default: true
  - name: inland
attributes:
  - name: hours
    values:
      coastal: 9 to 5
"""
CODE = 'def far_away(conv):\n    return conv.variant_name == "inland"\n'
CASE = "name: calls\nvariant: inland  # far away\nscript: []\n"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


@pytest.fixture
async def branch(builder: Builder) -> str:
    await builder.deploy("Say {{attr:hours}}.")
    code = await create(builder)
    await edit(builder, code, {FILE: TABLE, "test_suite/calls.yaml": CASE, "functions/far_away.py": CODE})
    return f"/branches/{code}"


async def test_a_table_is_read_with_all_values(builder: Builder, branch: str) -> None:
    (attribute,) = (await builder.send("GET", f"{branch}/attributes"))["attributes"]
    assert attribute["name"] == "hours"
    coastal, inland = (await builder.send("GET", f"{branch}/variants"))["variants"]
    assert (coastal["isDefault"], coastal["attributeValues"]["values"]) == (True, {attribute["id"]: "9 to 5"})
    assert (inland["isDefault"], inland["attributeValues"]["values"]) == (False, {attribute["id"]: ""})


async def test_a_variant_comes_changes_and_goes(builder: Builder, branch: str) -> None:
    (attribute,) = (await builder.send("GET", f"{branch}/attributes"))["attributes"]
    body = {"name": "alpine", "attributeValues": {"values": {attribute["id"]: "never"}}}
    alpine = await builder.send("POST", f"{branch}/variants", 201, json=body)
    assert (alpine["isDefault"], alpine["attributeValues"]["values"][attribute["id"]]) == (False, "never")
    refused = await builder.send("POST", f"{branch}/variants", 409, json=body)
    assert refused["error_code"] == "VARIANTS_DUPLICATE_NAME_ERROR"
    body = {"name": "x", "attributeValues": {"values": {"ATTRIBUTE-0": "y"}}}
    refused = await builder.send("POST", f"{branch}/variants", 400, json=body)
    assert refused["error_code"] == "VARIANTS_BAD_ATTRIBUTES_ERROR"
    path = f"{branch}/variants/{alpine['id']}"
    changed = await builder.send("PATCH", path, json={"isDefault": True, "name": "high"})
    assert (changed["isDefault"], changed["attributeValues"]["values"][attribute["id"]]) == (True, "never")
    text = (await files_of(builder, branch.removeprefix("/branches/")))[FILE].decode()
    assert "# the first one" in text
    assert "is_default: false" in text
    assert changed["id"] == alpine["id"]
    for method, sent in (("DELETE", None), ("PATCH", {"isDefault": False})):
        refused = await builder.send(method, path, 400, json=sent)
        assert refused["error_code"] == "VARIANTS_REMOVE_DEFAULT_ERROR"
    coastal = (await builder.send("GET", f"{branch}/variants"))["variants"][0]
    gone = await builder.send("DELETE", f"{branch}/variants/{coastal['id']}")
    assert gone == {"id": coastal["id"]}
    names = [each["name"] for each in (await builder.send("GET", f"{branch}/variants"))["variants"]]
    assert names == ["inland", "high"]
    await builder.send("DELETE", f"{branch}/variants/{coastal['id']}", 404)


async def test_test_cases_follow_a_variant_that_is_renamed_and_code_does_not(builder: Builder, branch: str) -> None:
    _coastal, inland = (await builder.send("GET", f"{branch}/variants"))["variants"]
    await builder.send("PATCH", f"{branch}/variants/{inland['id']}", json={"name": "far"})
    files = await files_of(builder, branch.removeprefix("/branches/"))
    assert files["test_suite/calls.yaml"].decode() == CASE.replace("inland", "far")
    assert files["functions/far_away.py"].decode() == CODE


async def test_an_attribute_comes_is_renamed_and_goes(builder: Builder, branch: str) -> None:
    made = await builder.send("POST", f"{branch}/attributes", 201, json={"name": "phone"})
    refused = await builder.send("POST", f"{branch}/attributes", 409, json={"name": "hours"})
    assert refused["error_code"] == "VARIANTS_DUPLICATE_NAME_ERROR"
    hours = (await builder.send("GET", f"{branch}/attributes"))["attributes"][0]
    renamed = await builder.send("PATCH", f"{branch}/attributes/{hours['id']}", json={"name": "times"})
    assert renamed == {"id": hours["id"], "name": "times"}
    assert await builder.send("GET", f"{branch}/behavior") == {"behavior": "Say {{attr:times}}."}
    assert await builder.send("DELETE", f"{branch}/attributes/{made['id']}") == {"id": made["id"]}
    assert (await builder.send("GET", f"{branch}/attributes"))["attributes"] == [renamed]
    await builder.send("DELETE", f"{branch}/attributes/{made['id']}", 404)
    await builder.send("POST", f"{branch}/merge")
    assert (await builder.send("GET", "/branches/main/attributes"))["attributes"] == [renamed]


async def test_the_first_variant_is_the_default(builder: Builder) -> None:
    await builder.deploy()
    code = await create(builder)
    made = await builder.send("POST", f"/branches/{code}/variants", 201, json={"name": "only"})
    assert made["isDefault"]


async def test_a_file_that_cannot_be_read_is_not_written_over(builder: Builder) -> None:
    await builder.deploy()
    code = await create(builder)
    await edit(builder, code, {FILE: "variants: ["})
    refused = await builder.send("POST", f"/branches/{code}/variants", 400, json={"name": "only"})
    assert refused["error_code"] == "BRANCH_FILES_INVALID"
