"""How much of a request the local responder looks at, so that the time for a decision has a limit.

What somebody says begins or ends with what they want; what stands in the middle of a long speech is left out. Runs of
signs and endless words mean nothing, but a pattern that looks for their end may need quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parley.providers.llm.protocol import Message, Passage, Request, Situation, Tool

UTTERANCE_HEAD, UTTERANCE_TAIL = 1_500, 500
"""Characters of an utterance."""
MAX_INSTRUCTIONS = 20_000
"""Of rules, of a step's prompt, of a topic."""
MAX_RESULT = 12_000
MAX_DESCRIPTION = 1_000
MAX_OPTIONS = 500
MAX_LINE = 1_000
MAX_PASSAGES = 12
MAX_TOOLS = 128
MAX_MESSAGES = 60
"""The newest, and the first, which holds the rules."""
MAX_SIGNS, MAX_WORD = 8, 256

_SIGNS = re.compile(rf"[\W_]{{{MAX_SIGNS + 1},}}")
_WORD = re.compile(rf"[^\W_]{{{MAX_WORD + 1},}}")


def bound_request(request: Request) -> Request:
    first, rest = request.messages[:1], request.messages[1:]
    return replace(
        request,
        messages=tuple(_bound_message(message) for message in (*first, *rest[-MAX_MESSAGES:])),
        tools=tuple(map(_bound_tool, request.tools[:MAX_TOOLS])),
        situation=_bound_situation(request.situation) if request.situation else None,
    )


def bound_utterance(text: str) -> str:
    """Its beginning and its end, which is where people say what they want."""
    if len(text) > UTTERANCE_HEAD + UTTERANCE_TAIL + 1:
        text = f"{text[:UTTERANCE_HEAD]} {text[-UTTERANCE_TAIL:]}"
    return shorten_runs(text)


def shorten_runs(text: str) -> str:
    """Cuts runs of signs and overlong words: patterns that look for their end would backtrack over them."""
    if len(text) <= MAX_SIGNS:
        return text
    text = _SIGNS.sub(lambda run: run[0][:MAX_SIGNS], text)
    return _WORD.sub(lambda word: word[0][:MAX_WORD], text) if len(text) > MAX_WORD else text


def bounded_lines(text: str) -> list[str]:
    return [
        line if len(line) <= MAX_SIGNS else shorten_runs(line[:MAX_LINE])
        for line in text[:MAX_INSTRUCTIONS].splitlines()
    ]


def _bound_message(message: Message) -> Message:
    match message.role:
        case "user":
            said = bound_utterance(message.content)
        case "assistant":
            said = _keep_end(message.content)
        case "tool":
            said = message.content[:MAX_RESULT]
        case _:
            said = message.content[:MAX_INSTRUCTIONS]
    return message if said == message.content else replace(message, content=said)


def _bound_situation(situation: Situation) -> Situation:
    return replace(
        situation,
        user_text=bound_utterance(situation.user_text),
        last_agent_text=_keep_end(situation.last_agent_text),
        step_prompt=situation.step_prompt[:MAX_INSTRUCTIONS],
        tool_result=situation.tool_result[:MAX_RESULT] if situation.tool_result else situation.tool_result,
        passages=_bound_passages(situation.passages),
    )


def _keep_end(text: str) -> str:
    """The end of what an agent said: its question comes last."""
    return shorten_runs(text[-UTTERANCE_HEAD:])


def _bound_passages(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    return tuple(
        replace(passage, content=passage.content[:MAX_INSTRUCTIONS], actions=passage.actions[:MAX_INSTRUCTIONS])
        for passage in passages[:MAX_PASSAGES]
    )


def _bound_tool(tool: Tool) -> Tool:
    described = shorten_runs(tool.description[:MAX_DESCRIPTION])
    return tool if described == tool.description else replace(tool, description=described)
