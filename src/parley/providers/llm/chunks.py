"""Chat-completion chunks → text and whole tool calls, for every dialect of the format seen in the wild."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parley.providers.llm.protocol import ToolCall
from parley.providers.llm.token_counts import TokenUsage, usage_in

OPENING = "<think>"
CLOSING = "</think>"


class ReasoningFilter:
    """Drops one leading `<think>…</think>` block from text that arrives in pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    def feed(self, text: str) -> str:
        if self._state == "open":
            return text
        if self._state == "thought":
            return self._after(text)
        self._held += text
        if self._state == "start":
            return self._decide_start()
        return self._look_for_end()

    def close(self) -> str:
        """Text held back that turned out not to be a thought."""
        held, self._held = self._held, ""
        return held if self._state == "start" else ""

    def _decide_start(self) -> str:
        start = self._held.lstrip()
        if start.startswith(OPENING):
            self._state = "thinking"
            self._held = start[len(OPENING) :]
            return self._look_for_end()
        if OPENING.startswith(start):
            return ""
        self._state = "open"
        held, self._held = self._held, ""
        return held

    def _look_for_end(self) -> str:
        _, found, rest = self._held.partition(CLOSING)
        if not found:
            # Enough for a mark that comes in two pieces; reasoning may be long, and nobody needs it.
            self._held = self._held[-len(CLOSING) :]
            return ""
        self._state = "thought"
        self._held = ""
        return self._after(rest)

    def _after(self, text: str) -> str:
        words = text.lstrip()
        if words:
            self._state = "open"
        return words


@dataclass(slots=True)
class _Partial:
    index: int | None
    id: str
    name: str
    arguments: str

    @property
    def is_complete(self) -> bool:
        return _is_object(self.arguments)


class Assembler:
    """Feeds on parsed chunks. Text comes out at once, tool calls at the end: their fragments may be interleaved."""

    def __init__(self, new_id: Callable[[], str], names: Mapping[str, str] | None = None) -> None:
        """`names` maps the tool names on the wire back to the ones the runtime knows."""
        self._new_id = new_id
        self._names = names or {}
        self._calls: list[_Partial] = []
        self._reasoning = ReasoningFilter()
        self._spoke = False
        self.finish_reason: str | None = None
        self.usage: TokenUsage | None = None

    def feed(self, chunk: Any) -> str:
        self.usage = usage_in(chunk) or self.usage
        choices = chunk.get("choices") if isinstance(chunk, dict) else None
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return ""
        self.finish_reason = choice.get("finish_reason") or self.finish_reason
        # A server that ignores `stream` answers with a whole `message`.
        delta = choice.get("delta") or choice.get("message") or {}
        if not isinstance(delta, dict):
            return ""
        fragments = delta.get("tool_calls")
        for fragment in fragments if isinstance(fragments, list) else ():
            self._add(fragment)
        if isinstance(delta.get("function_call"), dict):  # what came before `tool_calls`, and some servers still write
            self._add({"index": 0, "function": delta["function_call"]})
        text = _text(delta.get("content")) or _text(delta.get("refusal")) or _text(choice.get("text"))
        return self._note_text(self._reasoning.feed(text)) if text else ""

    def flush(self) -> str:
        """Text that was held back until it was clear what it is."""
        return self._note_text(self._reasoning.close())

    @property
    def was_cut_off(self) -> bool:
        """Nothing came out because the length or a content filter stopped it."""
        return not self._spoke and not self._calls and self.finish_reason in ("length", "content_filter")

    def _note_text(self, text: str) -> str:
        self._spoke = self._spoke or bool(text)
        return text

    def calls(self) -> list[ToolCall]:
        """The whole calls in the order in which they began; ids that are missing or repeated are replaced."""
        used: set[str] = set()
        whole: list[ToolCall] = []
        for call in self._calls:
            if not call.name:
                continue
            identity = call.id if call.id and call.id not in used else self._new_id()
            used.add(identity)
            whole.append(ToolCall(identity, self._names.get(call.name, call.name), call.arguments or "{}"))
        return whole

    def _add(self, fragment: Any) -> None:
        if not isinstance(fragment, dict):
            return
        function = fragment.get("function")
        function = function if isinstance(function, dict) else {}
        index = fragment.get("index")
        index = index if isinstance(index, int) else None
        identity = str(fragment.get("id") or "")
        name = str(function.get("name") or "")
        arguments = _arguments(function.get("arguments"))
        call = self._continued(index, identity, name, arguments)
        if call is None:
            self._calls.append(_Partial(index, identity, name, arguments))
            return
        # Some servers give each fragment a new id: the first one counts.
        call.id = call.id or identity
        call.name = call.name or name
        call.arguments += arguments

    def _continued(self, index: int | None, identity: str, name: str, arguments: str) -> _Partial | None:
        """The call that a fragment goes on with, or None when it begins a new one."""
        call = self._addressed(index, identity)
        if call is None or not name:
            return call
        # Some servers give every call the index 0: what tells that another one begins is its name, its id, or arguments
        # that come after whole ones.
        begins_again = (
            (identity and call.id and identity != call.id)
            or (call.name and name != call.name)
            or (call.is_complete and arguments)
        )
        return None if begins_again else call

    def _addressed(self, index: int | None, identity: str) -> _Partial | None:
        newest_first = self._calls[::-1]
        if index is not None:
            return next((call for call in newest_first if call.index == index), None)
        if identity:
            known = next((call for call in newest_first if call.id == identity), None)
            return known or next((call for call in newest_first[:1] if not call.id), None)
        return newest_first[0] if newest_first else None


def _text(content: Any) -> str:
    """Content is a string, or a list of parts of which only the spoken ones count."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part for part in content if isinstance(part, dict) and part.get("type") in ("text", "output_text"))
    return "".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def _arguments(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
