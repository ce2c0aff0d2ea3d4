"""test_suite/."""

from __future__ import annotations

from parley.domain.projects.format.keys import (
    FormatFile,
    anything,
    choice,
    each,
    flag,
    mapping,
    named,
    number,
    text,
    texts,
)
from parley.domain.projects.loading.cases import VALUE_TYPES
from parley.domain.projects.loading.conversation_setup import CHANNELS

MODEL = each(
    "model",
    "What the model does in this turn, move by move; left out: the built-in responder or your model answers.",
    text("say", "Words."),
    text("call", "A function or built-in tool that is called."),
    anything("arguments", "Of the call: a mapping."),
    text("error", "The model fails with these words."),
    number("delay", "Seconds before the rest of this move."),
    text("when", "A pattern: only for a user text that it is found in."),
    flag("repeat", "Whether the move may be used again."),
)
EXPECT = mapping(
    "expect",
    "What must be true after this turn.",
    text("says", "A pattern that is found in the agent's words."),
    text("not_says", "A pattern that is not."),
    text("calls", "A function that was called."),
    anything("ends", "Whether the conversation ended (true or false)."),
    text("handoff", "The destination that it was handed over to."),
    text("flow", "The flow that it is in then; empty: in none."),
    text("step", "The step of that flow."),
    anything("state", "Values of `conv.state` by name."),
)
CASE = FormatFile(
    "test_case",
    ("test_suite/**/*.yaml",),
    "A simulated conversation for `parley test`.",
    (
        text("name", "Unlike any other case's.", "the file's name"),
        text("scenario", "What the simulated user wants; needed without a `script`."),
        choice("channel", tuple(CHANNELS), "`webchat`, or a call.", "voice"),
        text("language", "One of the project's.", "the project's default"),
        text("variant", "The variant that the conversation begins with.", "the default one"),
        text("simulated_at", "The agent's clock stands still at this time (ISO 8601, UTC unless it says otherwise)."),
        texts("tags", "For `parley test --tag`."),
        text("caller_number", "What the agent sees as the caller's number."),
        named("sip_headers", "What it sees as headers of the call.", text("", "The header's value.")),
        named("integration_attributes", "What it sees as attributes.", anything("", "Any value.")),
        texts("prompt_assertions", "Statements that a judge must find true of the conversation."),
        each(
            "function_call_assertions",
            "Calls that must have been made, with these arguments at least.",
            text("name", "The function.").needed(),
            each(
                "arguments",
                "Arguments that must be equal.",
                text("parameter_name", "Which one.").needed(),
                anything("expected_value", "Its value."),
                choice("value_type", VALUE_TYPES, "Of which type.", "string"),
            ),
        ),
        each(
            "script",
            "Parley's addition: makes a case run the same way every time, with no model.",
            text("user", "What the user says; left out: the opening is looked at."),
            MODEL,
            EXPECT,
        ),
        named(
            "api_mocks",
            "What API integrations answer: integration → operation → answers in order (`respond` with `status`, "
            "`body`, `headers`, or `error` for no answer at all; `repeat`).",
            anything("", "Operations with their answers."),
        ),
    ),
    """\
name: Find a book
scenario: Ask whether the library has Dune.
channel: webchat
language: en-GB
variant: Centre
simulated_at: "2026-05-04T10:00"
tags: [smoke]
caller_number: "+442079460111"
sip_headers: {X-Branch: Centre}
integration_attributes: {member: true}
prompt_assertions: [The agent says where the book stands.]
function_call_assertions:
  - name: reserve_book
    arguments:
      - {parameter_name: title, expected_value: Dune, value_type: string}
script:
  - user: Do you have Dune?
    model:
      - {call: reserve_book, arguments: {title: Dune}}
      - {say: It is on shelf A3., when: Dune, delay: 0.1, repeat: false}
    expect: {says: A3, not_says: sorry, calls: reserve_book, ends: false, flow: "", state: {title: Dune}}
  - user: I want to speak to somebody.
    model: [{error: The model is down.}]
    expect: {handoff: Front desk, step: Ask}
api_mocks:
  catalogue:
    find_copy:
      - {respond: {status: 200, body: {shelf: A3}}, repeat: true}
""",
)

FILES = (CASE,)
