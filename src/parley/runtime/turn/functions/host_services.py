"""What a running function may ask the serving process for: models, secrets, configured APIs, the whole history."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import orjson

from parley.agent_host.allowance import PROMPT_CHARACTERS
from parley.agent_host.protocol import TOO_LARGE, HostServiceError, Json, NewExternalEvent, TranscriptLine
from parley.providers.llm.protocol import Message, ModelError, Request, complete
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.ports import Ports
from parley.runtime.turn.trace.api_calls import MOST_IN_A_CALL, ApiCallRecord, answered, size

_FENCE = re.compile(r"\A\s*```(?:json)?\s*|\s*```\s*\Z")


class TurnServices:
    """For one call of a function. How many requests it may make is counted before they come here."""

    def __init__(
        self,
        ports: Ports,
        dialog: DialogState,
        lines: Sequence[TranscriptLine] = (),
    ) -> None:
        """`lines` are those that the turn under way has added to the history."""
        self._ports = ports
        self._history = dialog.history
        self._has_earlier = dialog.earlier
        self._lines = lines
        self._whole: Sequence[TranscriptLine] | None = None
        self.expected: list[NewExternalEvent] = []
        """External events that may come from now on, whatever becomes of the function."""
        self.api_calls: list[ApiCallRecord] = []
        self._room = MOST_IN_A_CALL

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        if len(prompt) > PROMPT_CHARACTERS:
            raise HostServiceError(TOO_LARGE, f"The prompt has more than {PROMPT_CHARACTERS:,} characters")
        messages = [Message("user", prompt)]
        if show_history:
            known = (*self._history, *self._lines)
            said = "\n".join(f"{line.role}: {line.text}" for line in known if line.text)
            messages.insert(0, Message("system", f"The conversation so far:\n{said}"))
        try:
            text = await complete(self._ports.model, Request(messages, model=model, json_reply=return_json))
        except ModelError as error:
            raise HostServiceError("model", str(error)) from error
        return _as_object(text) if return_json else text

    async def secret(self, name: str) -> Json:
        value = await self._ports.secrets.get(name)
        if value is None:
            raise HostServiceError("SecretNotFound", f"There is no secret '{name}' for this project.")
        return value

    async def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        clock = self._ports.clock
        began = clock.monotonic()
        try:
            answer = await self._ports.apis.call(integration, operation, arguments)
        except HostServiceError as error:
            took = (clock.monotonic() - began) * 1000
            self.api_calls.append(ApiCallRecord(integration, operation, took, error=str(error)))
            raise
        call = answered(integration, operation, (clock.monotonic() - began) * 1000, answer, self._room)
        self._room -= 0 if call.is_cut else size(answer)
        self.api_calls.append(call)
        return answer

    async def history(self) -> Sequence[TranscriptLine]:
        if not self._has_earlier:
            return [*self._history, *self._lines]
        if self._whole is None:
            # Once for a call: requests for the history have no limit of their own, and each would be a query.
            self._whole = await self._ports.read_history()
        return [*self._whole, *self._lines]

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        event = NewExternalEvent(event_id, send_to_llm)
        await self._ports.expect_event(event)
        self.expected.append(event)


def _as_object(text: str) -> Json:
    try:
        return orjson.loads(_FENCE.sub("", text))
    except orjson.JSONDecodeError:
        raise HostServiceError("invalid_json", "the model did not answer with JSON") from None
