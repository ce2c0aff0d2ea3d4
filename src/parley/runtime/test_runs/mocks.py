"""What an agent under test finds in the place of the outside world."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from parley.agent_host.protocol import HostServiceError, Json


class NoSecrets:
    """A test must not depend on what an installation has, nor reach what it opens."""

    async def get(self, name: str) -> Json | None:
        raise HostServiceError("SecretNotFound", f"There is no secret '{name}' in a test run.")


class MockApis:
    """APIs answer as the case says."""

    def __init__(self, mocks: Mapping[str, Any]) -> None:
        self._mocks = {name: {op: list(answers) for op, answers in ops.items()} for name, ops in mocks.items()}

    async def call(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        answers = self._mocks.get(integration, {}).get(operation, [])
        if not answers:
            raise HostServiceError("ApiError", f"{integration}.{operation} has no mock answer in this test.")
        answer = answers[0] if len(answers) == 1 or answers[0].get("repeat") else answers.pop(0)
        if (error := answer.get("error")) is not None:
            raise HostServiceError("ApiError", str(error))
        respond = answer.get("respond", answer)
        body = respond.get("body", "")
        text = body if isinstance(body, str) else json.dumps(body)
        return {
            "status_code": respond.get("status", 200),
            "text": text,
            "headers": respond.get("headers", {}),
            "url": "",
        }
