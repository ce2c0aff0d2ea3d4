"""The protocol of a session in a few lines, to hold against what clients were really told. Pure.

There is one journal. A client's view of it is a beginning of it, whatever happened to its connections. Every request
is in it once, as its echo; those of the user are answered in their order, each once; nothing follows the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Event = Mapping[str, Any]

PREFIX = "EVENT_TYPE_"
BATCH, START, END = "EVENT_BATCH", "SESSION_START", "SESSION_END"
JOIN, SAID, THINKING = "REQUEST_POLY_AGENT_JOIN", "USER_MESSAGE", "POLY_AGENT_THINKING"
WHOLE, CHUNK = "POLY_AGENT_MESSAGE", "POLY_AGENT_MESSAGE_CHUNK"


class Violation(AssertionError):
    """What no session may do."""


def kind_of(event: Event) -> str:
    return str(event["type"]).removeprefix(PREFIX)


@dataclass
class Reply:
    text: str = ""
    chunks: int = 0
    is_complete: bool = False


@dataclass
class View:
    """What one client was told, over all its connections."""

    journal: Journal
    cursor: int = 0
    waiting: int = 0
    """Requests that it knows of and that were not answered yet, as far as it knows."""
    has_ended: bool = False
    is_new: bool = True
    """A connection begins with a batch that begins with the start of the session."""

    def connected(self) -> None:
        self.is_new = True

    def take(self, frame: Event) -> None:
        is_batch = kind_of(frame) == BATCH
        if self.is_new:
            _check(is_batch and kind_of(frame["payload"]["events"][0]) == START, "a connection begins with the start")
            self.is_new = False
        for event in frame["payload"]["events"] if is_batch else [frame]:
            self._take(event)

    def _take(self, event: Event) -> None:
        sequence, kind = event["sequence"], kind_of(event)
        if sequence is None:
            _check(not self.has_ended, f"{kind} after the end")
            _check(kind != THINKING or self.waiting > 0, "the agent thinks, and nobody waits")
            return
        self.journal.put(event)
        if sequence <= self.cursor:
            _check(kind in (START, END, *REQUESTS), f"{kind} {sequence} was told twice")
            return
        _check(sequence == self.cursor + 1, f"{sequence} came after {self.cursor}")
        _check(not self.has_ended, f"{kind} after the end")
        self.cursor = sequence
        self.has_ended = kind == END
        if kind in (JOIN, SAID):
            self.waiting += 1
        elif kind == WHOLE or (kind == CHUNK and event["payload"]["is_complete"]):
            self.waiting -= 1


REQUESTS = (JOIN, SAID, "USER_END_SESSION")


@dataclass
class Journal:
    """What all clients of a session were told, put together."""

    events: dict[int, Event] = field(default_factory=dict)

    def put(self, event: Event) -> None:
        known = self.events.setdefault(event["sequence"], event)
        _check(known == event, f"two events have the sequence {event['sequence']}")

    def check(self, answer: Callable[[str], str], greeting: str) -> None:
        """When all is quiet: `answer` says what the agent answers."""
        _check(sorted(self.events) == list(range(1, len(self.events) + 1)), "the journal has a gap")
        ids = [event["id"] for event in self.events.values()]
        _check(len(set(ids)) == len(ids), "an event was written twice")
        events = [event for _, event in sorted(self.events.items())]
        _check(kind_of(events[0]) == START, "the first event is not the start")
        _check(END not in map(kind_of, events[:-1]), "something follows the end")
        owed: list[str] = []
        own_ids: list[str] = []
        reply, message_id = Reply(), ""
        for event in events:
            kind, payload = kind_of(event), event["payload"]
            if kind in REQUESTS and (custom := event.get("metadata", {}).get("custom")):
                own_ids.append(custom["local_id"])
            if kind == JOIN:
                owed.append(greeting)
            elif kind == SAID:
                owed.append(answer(payload["text"]))
            elif kind in (WHOLE, CHUNK):
                _check(bool(owed), "the agent speaks, and nobody asked")
                if payload["message_id"] != message_id:
                    _check(not message_id or reply.is_complete, "a reply was never completed")
                    reply, message_id = Reply(), payload["message_id"]
                _check(not reply.is_complete, "a complete reply goes on")
                reply.text += payload["text"]
                reply.chunks += 1
                _check(payload.get("chunk_index", 1) == reply.chunks, "a chunk is missing")
                reply.is_complete = payload.get("is_complete", True)
                _check(owed[0].startswith(reply.text), f"{reply.text!r} is no answer to what was asked")
                if reply.is_complete:
                    _check(reply.text == owed.pop(0), f"{reply.text!r} is not the whole answer")
        _check(not owed, f"{len(owed)} messages were not answered")
        _check(len(set(own_ids)) == len(own_ids), "a message that was sent again was taken twice")

    @property
    def echoed(self) -> set[str]:
        """The client's own ids of everything that was taken."""
        found = (event.get("metadata", {}).get("custom", {}).get("local_id") for event in self.events.values())
        return {each for each in found if each}


def _check(holds: bool, problem: str) -> None:
    if not holds:
        raise Violation(problem)
