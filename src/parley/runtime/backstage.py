"""What a running function may ask for, answered from the turn's own model and history and from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import orjson

from parley.providers.llm.protocol import Message, Model, ModelError, Request, complete
from parley.runtime.host.protocol import BackstageError, Json, NewExternalEvent, Said
from parley.runtime.ports import Outside

_FENCE = re.compile(r"\A\s*```(?:json)?\s*|\s*```\s*\Z")


class TurnBackstage:
    def __init__(
        self, model: Model, outside: Outside, remembered: Sequence[Said], earlier: bool, fresh: Sequence[Said]
    ) -> None:
        """`remembered` is what the mind knows from the turns before, and `earlier` whether there was more before that;
        `fresh` are the lines of this turn."""
        self._model = model
        self._outside = outside
        self._remembered = remembered
        self._earlier = earlier
        self._fresh = fresh
        self.expected: list[NewExternalEvent] = []
        """External events that may come from now on, whatever becomes of the function."""

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        messages = [Message("user", prompt)]
        if show_history:
            said = "\n".join(f"{line.role}: {line.text}" for line in (*self._remembered, *self._fresh) if line.text)
            messages.insert(0, Message("system", f"The conversation so far:\n{said}"))
        try:
            text = await complete(self._model, Request(messages, model=model, json_reply=return_json))
        except ModelError as error:
            raise BackstageError("model", str(error)) from error
        return _as_object(text) if return_json else text

    async def secret(self, name: str) -> Json:
        return await self._outside.secret(name)

    async def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        return await self._outside.api(integration, operation, arguments)

    async def history(self) -> Sequence[Said]:
        if not self._earlier:
            return [*self._remembered, *self._fresh]
        return [*await self._outside.history(), *self._fresh]

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        await self._outside.expect_event(event_id, send_to_llm)
        self.expected.append(NewExternalEvent(event_id, send_to_llm))


def _as_object(text: str) -> Json:
    try:
        return orjson.loads(_FENCE.sub("", text))
    except orjson.JSONDecodeError:
        raise BackstageError("invalid_json", "the model did not answer with JSON") from None
