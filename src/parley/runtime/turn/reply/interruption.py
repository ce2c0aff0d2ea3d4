"""A reply that was cut off: what the conversation remembers of it is what was heard. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from parley.agent_host.protocol import TranscriptLine
from parley.providers.llm.protocol import Message
from parley.runtime.turn.bounded_log import History, Window
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.reply import phrases


def cut_reply(dialog: DialogState, heard: str, note: str) -> DialogState:
    """A dialog state whose newest reply ends where it was cut off. The model reads the note after it."""
    copy = dialog.copy()
    if dialog.history and dialog.history[-1].role == "agent":
        copy.history = History().extended([*dialog.history[:-1], TranscriptLine("agent", heard.strip())])
    if dialog.held and not _has_heard_question(dialog, heard):
        copy.held = {}
    last_user = max((at for at, message in enumerate(dialog.window) if message.role == "user"), default=-1) + 1
    cut = _cut_messages(dialog.window[last_user:], _letters(heard))
    copy.window = Window().extended([*dialog.window[:last_user], *cut, Message("system", note)])
    return copy


def _has_heard_question(dialog: DialogState, heard: str) -> bool:
    """Callers answer before the last sentence is over, which says nothing of what they agree to."""
    spared = _letters(phrases.sentence(phrases.YES_OR_NO, dialog.language))
    said = dialog.history[-1].text if dialog.history else ""
    return _letters(said) - _letters(heard) <= spared


def _cut_messages(messages: Sequence[Message], letters: int) -> list[Message]:
    """What the agent said in them, up to so many letters. Tool calls and their results stay: they have happened."""
    kept = []
    for message in messages:
        if message.role != "assistant":
            kept.append(message)
            continue
        content = _first_letters(message.content, letters)
        letters -= _letters(message.content)
        if content or message.tool_calls:
            kept.append(Message("assistant", content, message.tool_calls))
    return kept


def _letters(text: str) -> int:
    """White space differs between what was said and what is remembered."""
    return sum(not letter.isspace() for letter in text)


def _first_letters(text: str, letters: int) -> str:
    if letters >= _letters(text):
        return text
    for at, letter in enumerate(text):
        if letters <= 0:
            return text[:at].rstrip()
        letters -= not letter.isspace()
    return text
