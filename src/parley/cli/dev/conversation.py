"""A conversation with what is being built, over the build service's HTTP interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from parley.cli.dev.workspace import ENVIRONMENT
from parley.kit.errors import ParleyError

PATIENCE_SECONDS = 120.0
"""More than the longest turn."""


class RequestFailed(ParleyError):
    """The instance refused a request."""


@dataclass(frozen=True, slots=True)
class Answer:
    words: str
    trace: Mapping[str, Any]
    has_ended: bool


@dataclass(frozen=True, slots=True)
class WrittenCase:
    name: str
    path: str
    """In the project."""
    text: str
    remarks: Sequence[str]


@dataclass(slots=True)
class Conversation:
    client: httpx.AsyncClient
    agent: str
    """The address of the agent in the build service."""
    variant: str | None = None
    language: str | None = None
    env: str = ENVIRONMENT
    id: str = ""
    has_ended: bool = True
    """There is none to go on with."""
    state: dict[str, Any] = field(default_factory=dict)

    async def open(self) -> Answer:
        self.state.clear()
        body = {"clientEnv": self.env, "variantId": self.variant, "asrLangCode": self.language}
        answer = await self._post("/debug-chat", {name: value for name, value in body.items() if value is not None})
        self.id = str(answer["conversationId"])
        return self._taken(answer)

    async def say(self, words: str) -> Answer:
        body = {"clientEnv": self.env, "message": words, "followDeployments": True}
        return self._taken(await self._post(f"/debug-chat/{self.id}", body))

    async def as_case(self, name: str) -> WrittenCase:
        """What was typed was made up for a test: it stays as it is."""
        if not self.id:
            raise RequestFailed("nothing was said yet")
        query = {"name": name, "personalData": "keep"}
        found = await self._ask("GET", f"/conversations/{self.id}/test-case", params=query)
        return WrittenCase(found["name"], found["path"], found["yaml"], found["remarks"])

    def _taken(self, answer: Mapping[str, Any]) -> Answer:
        trace, self.has_ended = answer["metadata"], bool(answer["conversationEnded"])
        for function in trace["functions"]:
            changes = function["state_changes"]
            self.state |= changes["added"] | changes["updated"]
            for name in changes["removed"]:
                self.state.pop(name, None)
        return Answer(answer["response"], trace, self.has_ended)

    async def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return await self._ask("POST", path, json=body)

    async def _ask(self, method: str, path: str, **sent: Any) -> dict[str, Any]:
        try:
            response = await self.client.request(method, f"{self.agent}{path}", **sent)
            answer: dict[str, Any] = response.json()
        except httpx.HTTPError as error:
            raise RequestFailed(f"the instance cannot be reached ({type(error).__name__})") from error
        except ValueError:
            raise RequestFailed(f"what answers is not Parley ({response.status_code})") from None
        if response.is_error:
            raise RequestFailed(refusal_of(response))
        return answer


def refusal_of(response: httpx.Response) -> str:
    """Why it was refused, in the words of whichever service did so."""
    try:
        body = response.json()
    except ValueError:
        return f"status {response.status_code}"
    return str(body.get("error_message") or body.get("errorMessage") or body)
