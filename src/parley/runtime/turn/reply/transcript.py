"""What is said in a turn: to the listener at once, into the history, and into the window that the model sees."""

from __future__ import annotations

from itertools import chain

from parley.agent_host.protocol import TranscriptLine
from parley.kit.clock import Clock
from parley.providers.llm.protocol import Message, ToolCall
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.output import Event, Listener, Speech, Waiting


class Reply:
    """All words of a turn. Separate utterances are set apart by a space; none begins or ends with one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._parts: list[str] = []
        self._gap = ""
        self._at_start = True
        self.first_at: float | None = None

    def __bool__(self) -> bool:
        return bool(self._parts)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def add(self, text: str) -> str:
        """The piece that can be delivered now. White space waits for the word after it."""
        if self._at_start:
            text = text.lstrip()
        words = text.rstrip()
        if not words:
            self._gap += text
            return ""
        piece = self._gap + words
        self._gap, self._at_start = text[len(words) :], False
        if not self._parts:
            self.first_at = self._clock.monotonic()
        self._parts.append(piece)
        return piece

    def start_utterance(self) -> None:
        self._gap, self._at_start = " " if self._parts else "", True


class Transcript:
    def __init__(self, dialog: DialogState, clock: Clock, listener: Listener | None = None) -> None:
        self._dialog = dialog
        self._listener = listener
        self._after_results: list[Message] = []
        """Messages that must follow the results of all calls of an answer, as providers demand."""
        self.reply = Reply(clock)
        self.lines: list[TranscriptLine] = []
        """What this turn adds to the history."""
        self.window = list(dialog.window)
        self.as_keys = False
        """The words of a function are sent as tones of a telephone keypad."""
        self.fills_silence = False
        """The listener says fillers, and goes on with them until it is told something else."""
        self.has_fallback = False
        """A sentence of ours stands in for an answer."""

    @property
    def has_listener(self) -> bool:
        return self._listener is not None

    @property
    def added_messages(self) -> list[Message]:
        return self.window[len(self._dialog.window) :]

    def history(self) -> tuple[TranscriptLine, ...]:
        """With what this turn has added so far."""
        return (*self._dialog.history, *self.lines)

    def last_agent_text(self) -> str:
        for line in chain(reversed(self.lines), reversed(self._dialog.history)):
            if line.role == "agent":
                return line.text
        return ""

    def add_user(self, text: str, seen_by_model: str) -> None:
        self.lines.append(TranscriptLine("user", text))
        self.window.append(Message("user", seen_by_model))

    def add_note(self, text: str) -> None:
        """For the model only."""
        self.window.append(Message("system", text))

    def add_result(self, call_id: str | None, text: str) -> None:
        """A tool result where the model called, a note where it did not."""
        if call_id is None:
            self._after_results.append(Message("system", text))
        else:
            self.window.append(Message("tool", text, tool_call_id=call_id))

    def add_answer(self, text: str, calls: tuple[ToolCall, ...]) -> None:
        """The model's whole answer, whose words have been said piece by piece."""
        self._add_agent(text)
        if text or calls:
            self.window.append(Message("assistant", text, calls))

    async def say(self, text: str) -> None:
        """The next words of the model's answer."""
        piece = self.reply.add(text)
        if piece and self._listener is not None:
            await self.tell(Speech(piece))

    async def utter(self, text: str) -> None:
        """Words that the model did not write."""
        self.reply.start_utterance()
        if piece := self.reply.add(text):
            self._add_agent(text.strip())
            self._after_results.append(Message("assistant", text.strip()))
            await self.tell(Speech(piece))

    async def utter_fallback(self, text: str) -> None:
        self.has_fallback = True
        await self.utter(text)

    async def tell(self, event: Event) -> None:
        if self._listener is None:
            return
        if isinstance(event, Speech):
            # As they are now: a function may have switched language or voice in the middle of the turn.
            event = Speech(event.text, self._dialog.language, self._dialog.voice, self.as_keys)
        self.fills_silence = isinstance(event, Waiting) and event.function is None
        await self._listener(event)

    def flush(self) -> None:
        """To be called once all calls of an answer have their results."""
        self.window += self._after_results
        self._after_results.clear()

    def _add_agent(self, text: str) -> None:
        """One line of history per turn, however many utterances it took."""
        if not text:
            return
        # Agent code counts turns by the lines of conv.history.
        if self.lines and self.lines[-1].role == "agent":
            text = f"{self.lines.pop().text} {text}"
        self.lines.append(TranscriptLine("agent", text))
