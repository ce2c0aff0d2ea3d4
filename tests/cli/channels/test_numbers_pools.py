"""`parley numbers … --dynamic` and `parley keys issue dni`: a pool, and a key that reserves its numbers."""

from __future__ import annotations

import pytest

from parley.domain.accounts.model import Family
from parley.resources import Resources
from tests.cli.conftest import Operator
from tests.fixtures import serving

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")


@pytest.fixture(autouse=True)
def _desk(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "desk", "--account", "acme")


async def test_a_number_joins_a_pool_and_leaves_it(operator: Operator) -> None:
    made = operator.reads("numbers", "import", "+14155550100", *WHERE, "--dynamic")
    assert made["isDynamic"] is True
    assert "isDynamic" not in operator.reads("numbers", "import", "+14155550101", *WHERE)
    rows = operator.reads("numbers", "list", *WHERE)
    assert [row["dynamic"] for row in rows] == [True, False]
    assert "while it is reserved" in operator.does("numbers", "assign", "+14155550101", *WHERE, "--dynamic")
    assert "while it is reserved" not in operator.does("numbers", "assign", "+14155550100", *WHERE)
    rows = operator.reads("numbers", "list", *WHERE)
    assert [row["dynamic"] for row in rows] == [False, True]


async def test_a_key_of_the_operator_reserves_numbers_of_the_pool(operator: Operator, resources: Resources) -> None:
    trunk = operator.reads("connectors", "create", "Trunk", *WHERE, "--env", "sandbox")["connectorId"]
    sandbox = ("--env", "sandbox")
    operator.does("numbers", "import", "+14155550100", *WHERE, "--dynamic")
    operator.does("numbers", "import", "+14155550101", *WHERE, *sandbox, "--dynamic")
    operator.does("numbers", "import", "+14155550102", *WHERE, *sandbox, "--dynamic", "--connector", trunk)
    issued = [
        operator.reads("keys", "issue", "dni", *WHERE, *options)
        for options in ((), (*sandbox, "--connector", trunk), sandbox)
    ]
    assert [(key["family"], key["environment"], key["connector_id"]) for key in issued] == [
        (Family.DNI, "live", None),
        (Family.DNI, "sandbox", trunk),
        (Family.DNI, "sandbox", None),
    ]
    async with serving(resources, "platform") as client:
        answers = [
            await client.post(
                "/v1/conversations/dni-reservation", headers={"x-api-key": key["key"]}, json={"attributes": {}}
            )
            for key in issued
        ]
    assert [answer.json()["dni"] for answer in answers] == ["+14155550100", "+14155550102", "+14155550101"]
