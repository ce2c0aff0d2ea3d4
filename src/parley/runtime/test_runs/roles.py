"""The two roles that a model plays in a test run: the simulated user and the judge."""

from __future__ import annotations

import json

from parley.domain.projects.model import TestCase
from parley.providers.llm.protocol import Message, Model, Request, complete
from parley.runtime.test_runs.verdict import PromptResult, Record

DONE = "[DONE]"
SEEN_AS = {"agent": "user", "user": "assistant"}
"""To the model that plays the user, the agent is the other side."""

USER = """You play a customer who is talking to a company's automated agent. Stay in this role.
Scenario: {scenario}
Language: {language}

Write only the customer's next message: one or two short sentences, as a real person would say them. Give details only
when asked for them. When the scenario is completed, or nothing more can come of it, write exactly {done}."""

JUDGE = """You check one statement about a conversation between a customer (user) and an automated agent.
Functions that the agent called: {calls}

Conversation:
{transcript}

Statement: {statement}

Answer with JSON only: {{"pass": true or false, "reason": "one sentence"}}"""


async def next_user_line(model: Model, case: TestCase, record: Record) -> str | None:
    """None when the simulated user is done."""
    instructions = USER.format(scenario=case.scenario, language=case.language, done=DONE)
    said = [Message(SEEN_AS[line.role], line.text or "(silence)") for line in record.lines]
    messages = [Message("system", instructions), *said]
    text = (await complete(model, Request(messages))).strip()
    return None if not text or DONE in text else text


async def judged(model: Model, statement: str, record: Record) -> PromptResult:
    calls = ", ".join(call.name for call in record.calls) or "none"
    prompt = JUDGE.format(calls=calls, transcript=record.transcript, statement=statement)
    answer = await complete(model, Request([Message("user", prompt)], json_reply=True))
    try:
        # Models put JSON into sentences and code blocks, also when they are asked not to.
        value = json.loads(answer[answer.index("{") : answer.rindex("}") + 1])
        # Nothing but true passes: "false" as a text would count as true.
        return PromptResult(statement, value["pass"] is True, str(value.get("reason", "")))
    except (ValueError, KeyError, TypeError):
        return PromptResult(statement, False, "the judge gave no usable answer")
