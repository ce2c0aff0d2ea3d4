"""What an author wrote for a model is never said to a user, however it is worded."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.sentences import sentences
from parley.providers.llm.protocol import Tool
from tests.local_responder.instructions import instructions, mutated
from tests.local_responder.situations import TEXT, passage, respond, tool
from tests.properties import examples

pytestmark = pytest.mark.slow

TEXTS = instructions()
SAID = (
    "hello",
    "yes",
    "no",
    "I want to book something on friday at 7",
    "I'd like to change it",
    "Ada Byron, 020 7946 0133",
    "what can you do?",
    "",
)
_TOOL = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_QUOTED = re.compile(r"[\"“]([^\"”]+)[\"”]|(?<!\w)'([^']+)'(?!\w)|(?<=:)([^\n]+)")
_FOR_THE_MODEL = re.compile(
    r"\b(?:the|this|your) (?:user|caller|customer|visitor|guest|patient|client|homeowner|person on the line)\b"
    r"|\bwhoever rings\b|\bat a time\b|\bsuits? I\b|\b(?:function|invoke|the model|json)\b|\{\{|\w+_\w+"
    r"|^(?:then |please )?(?:ask|tell|say|call|inform|greet|collect|never|always|do not|don't|if|when|whenever|once|"
    r"make sure|use|find out|enquire|relay|state|clarify|brief|make known|trigger|in the event|should it be|respond|"
    r"reply|keep|stay|apologi[sz]e)\b",
    re.IGNORECASE,
)


def leaks(prompt: str, said: str) -> list[str]:
    """Sentences that are for the model; what the author has put into quotation marks or behind a colon is speech."""
    spoken = " ".join(" ".join(groups) for groups in _QUOTED.findall(prompt)).lower()
    return [
        sentence
        for sentence in sentences(said)
        if _FOR_THE_MODEL.search(sentence) and (sentence.lower().strip(" .") not in spoken or _TOOL.search(sentence))
    ]


def replies(prompt: str, text: str) -> list[str]:
    """As the prompt of a step, as rules, and as what a topic wants done."""
    tools: list[Tool] = [tool(name, "", value=TEXT) for name in dict.fromkeys(_TOOL.findall(prompt))]
    topic = passage("We are open every day.", prompt, distance=0.1)
    return [
        respond(text, *tools, step_prompt=prompt, flow="Flow", step="Step").text,
        respond(text, *tools, step_prompt=prompt, flow="Flow", step="Step", tool_result="(done)").text,
        respond(text, *tools, rules=prompt).text,
        respond(text, *tools, passages=(topic,)).text,
    ]


@pytest.mark.parametrize("prompt", TEXTS)
def test_what_the_examples_say_to_a_model(prompt: str) -> None:
    assert [leak for text in SAID for said in replies(prompt, text) for leak in leaks(prompt, said)] == []


@examples(900)
@given(st.sampled_from(TEXTS), st.sampled_from(SAID), st.randoms(use_true_random=False))
def test_what_others_might_have_written(prompt: str, text: str, chance: Random) -> None:
    changed = mutated(prompt, chance)
    assert [leak for said in replies(changed, text) for leak in leaks(changed, said)] == []
