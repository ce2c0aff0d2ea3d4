"""What a running function may ask for, answered from the turn's own model and history and from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import orjson

from parley.agent_host.allowance import PER_CALL, PROMPT_CHARACTERS, Allowance
from parley.agent_host.protocol import TOO_LARGE, HostServiceError, Json, NewExternalEvent, TranscriptLine
from parley.providers.llm.protocol import Message, Model, ModelError, Request, complete
from parley.runtime.turn.ports import Outside

_FENCE = re.compile(r"\A\s*```(?:json)?\s*|\s*```\s*\Z")


class TurnServices:
    def __init__(
        self,
        model: Model,
        outside: Outside,
        remembered: Sequence[TranscriptLine],
        earlier: bool,
        fresh: Sequence[TranscriptLine],
        allowance: Allowance = PER_CALL,
    ) -> None:
        """`remembered` is what the mind knows from the turns before, and `earlier` whether there was more before that;
        `fresh` are the lines of this turn."""
        self._model = model
        self._outside = outside
        self._remembered = remembered
        self._earlier = earlier
        self._fresh = fresh
        self._allowance = allowance
        self._whole: Sequence[TranscriptLine] | None = None
        self._announced = 0
        self.model_requests = 0
        self.api_requests = 0
        self.expected: list[NewExternalEvent] = []
        """External events that may come from now on, whatever becomes of the function."""

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        self.model_requests = _counted(self.model_requests, self._allowance.model_requests, "asked models")
        if len(prompt) > PROMPT_CHARACTERS:
            raise HostServiceError(TOO_LARGE, f"The prompt has more than {PROMPT_CHARACTERS:,} characters")
        messages = [Message("user", prompt)]
        if show_history:
            said = "\n".join(f"{line.role}: {line.text}" for line in (*self._remembered, *self._fresh) if line.text)
            messages.insert(0, Message("system", f"The conversation so far:\n{said}"))
        try:
            text = await complete(self._model, Request(messages, model=model, json_reply=return_json))
        except ModelError as error:
            raise HostServiceError("model", str(error)) from error
        return _as_object(text) if return_json else text

    async def secret(self, name: str) -> Json:
        return await self._outside.secret(name)

    async def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        self.api_requests = _counted(self.api_requests, self._allowance.api_requests, "called APIs")
        return await self._outside.api(integration, operation, arguments)

    async def history(self) -> Sequence[TranscriptLine]:
        if not self._earlier:
            return [*self._remembered, *self._fresh]
        if self._whole is None:
            self._whole = await self._outside.history()
        return [*self._whole, *self._fresh]

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        self._announced = _counted(self._announced, self._allowance.events, "made external events")
        await self._outside.expect_event(event_id, send_to_llm)
        self.expected.append(NewExternalEvent(event_id, send_to_llm))


def _counted(so_far: int, most: int, done: str) -> int:
    if so_far >= most:
        raise HostServiceError("limit", f"The call or the turn has {done} as often as it may.")
    return so_far + 1


def _as_object(text: str) -> Json:
    try:
        return orjson.loads(_FENCE.sub("", text))
    except orjson.JSONDecodeError:
        raise HostServiceError("invalid_json", "the model did not answer with JSON") from None
