"""How much of a request the local responder looks at, so that no text takes it longer than another of its size.

What somebody says begins or ends with what they want; what stands in the middle of a long speech is left out. Runs of
signs and endless words carry nothing, but patterns that look for the end of one would walk through it again and again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parley.providers.llm.protocol import Message, Passage, Request, Situation, Tool

BEGINNING, ENDING = 1_500, 500
"""Characters of an utterance."""
INSTRUCTIONS = 20_000
"""Of rules, of a step's prompt, of a topic."""
RESULT = 12_000
DESCRIPTION = 1_000
OPTIONS = 500
LONGEST_LINE = 1_000
PASSAGES = 12
TOOLS = 128
MESSAGES = 60
"""The newest, and the first, which holds the rules."""
SIGNS, WORD = 8, 256

_SIGNS = re.compile(rf"[\W_]{{{SIGNS + 1},}}")
_WORD = re.compile(rf"[^\W_]{{{WORD + 1},}}")


def bounded(request: Request) -> Request:
    first, rest = request.messages[:1], request.messages[1:]
    return replace(
        request,
        messages=tuple(_message(message) for message in (*first, *rest[-MESSAGES:])),
        tools=tuple(map(_tool, request.tools[:TOOLS])),
        situation=_situation(request.situation) if request.situation else None,
    )


def utterance(text: str) -> str:
    """What is heard of somebody's words."""
    if len(text) > BEGINNING + ENDING + 1:
        text = f"{text[:BEGINNING]} {text[-ENDING:]}"
    return shortened(text)


def shortened(text: str) -> str:
    """Without what goes on and on: no run of signs and no word is longer than some characters."""
    if len(text) <= SIGNS:
        return text
    text = _SIGNS.sub(lambda run: run[0][:SIGNS], text)
    return _WORD.sub(lambda word: word[0][:WORD], text) if len(text) > WORD else text


def lines(text: str) -> list[str]:
    return [line if len(line) <= SIGNS else shortened(line[:LONGEST_LINE]) for line in text[:INSTRUCTIONS].splitlines()]


def _message(message: Message) -> Message:
    match message.role:
        case "user":
            said = utterance(message.content)
        case "assistant":
            said = _latest(message.content)
        case "tool":
            said = message.content[:RESULT]
        case _:
            said = message.content[:INSTRUCTIONS]
    return message if said == message.content else replace(message, content=said)


def _situation(situation: Situation) -> Situation:
    return replace(
        situation,
        user_text=utterance(situation.user_text),
        last_agent_text=_latest(situation.last_agent_text),
        step_prompt=situation.step_prompt[:INSTRUCTIONS],
        tool_result=situation.tool_result[:RESULT] if situation.tool_result else situation.tool_result,
        passages=_passages(situation.passages),
    )


def _latest(text: str) -> str:
    """An agent's question comes last."""
    return shortened(text[-BEGINNING:])


def _passages(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    return tuple(
        replace(passage, content=passage.content[:INSTRUCTIONS], actions=passage.actions[:INSTRUCTIONS])
        for passage in passages[:PASSAGES]
    )


def _tool(tool: Tool) -> Tool:
    described = shortened(tool.description[:DESCRIPTION])
    return tool if described == tool.description else replace(tool, description=described)
