"""APIs answer in a recorded case what they answered in the conversation, in the same order."""

from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.protocol import HostServiceError
from parley.runtime.test_runs.mocks import MockApis
from parley.runtime.test_runs.recorded.case import api_mocks, remarks_on_apis
from parley.runtime.test_runs.recorded.conversation import RecordedTurn


def call(status: int = 200, **more: Any) -> dict[str, Any]:
    return {"integration": "shop", "operation": "find", "duration_ms": 1.0, "status": status, **more}


def turns(*each: list[dict[str, Any]], logs: tuple[dict[str, Any], ...] = ()) -> list[RecordedTurn]:
    functions = [{"name": "f", "logs": logs, "api_calls": calls} for calls in each]
    return [RecordedTurn(number, "x", "", "", {"functions": [each]}) for number, each in enumerate(functions, start=1)]


async def test_the_same_is_answered_again() -> None:
    failed = {"integration": "shop", "operation": "find", "duration_ms": 1.0, "error": "shop.find failed: timeout"}
    held = turns([call(body={"shelf": "A3"}), failed], [call(404, body="gone"), call(404, body="gone")])
    mocks = api_mocks(held)
    assert [next(iter(each)) for each in mocks["shop"]["find"]] == ["respond", "error", "respond"]
    apis = MockApis(mocks)
    assert (await apis.call("shop", "find", {}))["text"] == '{"shelf": "A3"}'
    with pytest.raises(HostServiceError, match="timeout"):
        await apis.call("shop", "find", {})
    for _ in range(3):
        answer = await apis.call("shop", "find", {})
        assert (answer["status_code"], answer["text"]) == (404, "gone")
    assert remarks_on_apis(held) == []


def test_what_is_missing_is_said() -> None:
    assert "turn 2 was too large" in remarks_on_apis(turns([], [call(is_cut=True)]))[0]
    assert "not through conv.api" in remarks_on_apis(turns([], logs=({"message": "API response"},)))[0]
