"""evaluation/."""

from __future__ import annotations

from parley.domain.projects.evaluation import BUILT_IN, NOISES
from parley.domain.projects.format.keys import (
    Form,
    FormatFile,
    Key,
    anything,
    choice,
    count,
    each,
    mapping,
    named,
    number,
    text,
    texts,
)
from parley.domain.projects.loading.conversation_setup import CHANNELS
from parley.domain.projects.loading.evaluations import DEFAULT_TURNS

REACHED = mapping(
    "reached",
    "What can be seen without a judge. All of it must hold at the end.",
    each(
        "calls",
        "Calls that must have been made, with these arguments at least.",
        text("name", "The function.").needed(),
        named("arguments", "Arguments that must be equal.", anything("", "Any value.")),
    ),
    text("says", "A pattern that is found in something that the agent said."),
    text("not_says", "A pattern that is found in nothing that it said."),
    text("handoff", "The destination that it was handed over to."),
    Key("ends", Form.FLAG, "Whether the agent ended the conversation."),
    text("flow", "The flow that it is in at the end; empty: in none."),
    text("step", "The step of that flow."),
    named("state", "Values of `conv.state` by name.", anything("", "Any value.")),
)
EVALUATION = FormatFile(
    "evaluation",
    ("evaluation/**/*.yaml",),
    "Goals and personas of simulated users for [`parley evaluate`](evaluation.md).",
    (
        each(
            "goals",
            "What users want.",
            text("name", "Unlike any other goal's.").needed(),
            text("goal", "What a model that plays the user is told.").needed(),
            each(
                "lines",
                "What a user without a model says, in order; a text stands for `say` alone. Behind `[1.5]` or "
                "`[after: 'words']` it is spoken over the agent in a call.",
                text("say", "The words.").needed(),
                text("when", "A pattern: only in answer to words of the agent that it is found in."),
                text_key="say",
            ),
            REACHED,
            texts("rubric", "Statements that a judge must find true of the conversation."),
            texts("personas", "Who wants it; left out: all."),
            choice("channel", tuple(CHANNELS), "`webchat`, or a call.", "voice"),
            text("language", "One of the project's.", "the project's default"),
            text("variant", "The variant that the conversation begins with.", "the default one"),
            text("simulated_at", "The agent's clock stands still at this time (ISO 8601)."),
            text("caller_number", "What the agent sees as the caller's number."),
            named("integration_attributes", "What it sees as attributes.", anything("", "Any value.")),
            mapping(
                "call",
                "What the call is like with `parley evaluate --voice`; left out: as the options say.",
                choice("noise", NOISES, "Around the caller."),
                number("snr", "Decibels by which the caller is louder, -10 to 60.", 15),
                number("loss", "Percent of the caller's packets that are lost, 0 to 50.", 0),
                number("jitter", "Milliseconds that they are late at most, 0 to 1000.", 0),
                number("interrupts_after", "Every line but the first is spoken over the agent, after so many seconds."),
            ),
            named(
                "api_mocks",
                "What API integrations answer, as in a test suite.",
                anything("", "Operations with their answers."),
            ),
        ),
        each(
            "personas",
            f"Personas besides {', '.join(f'`{each.name}`' for each in BUILT_IN)}, or in the place of one.",
            text("name", "Its name.").needed(),
            text("manner", "How such people talk, for the model that plays them.").needed(),
        ),
        count("max_turns", "Of the user in a conversation, 1 to 100.", DEFAULT_TURNS),
    ),
    """\
max_turns: 12
personas:
  - name: regular
    manner: You have been here often, and expect to be recognised.
goals:
  - name: Reserve a book
    goal: Reserve Dune for Ada Byron.
    lines:
      - {say: "Do you have Dune?"}
      - {when: name, say: Ada Byron}
    reached:
      calls:
        - {name: reserve_book, arguments: {title: Dune}}
      says: shelf
      not_says: sorry
      handoff: Front desk
      ends: true
      flow: Booking
      step: Ask
      state: {title: Dune}
    rubric: [The agent reads the title back.]
    personas: [patient, regular]
    channel: webchat
    language: en-GB
    variant: Centre
    simulated_at: "2026-05-04T10:00"
    caller_number: "+442079460111"
    integration_attributes: {member: true}
    call: {noise: street, snr: 10, loss: 1, jitter: 20, interrupts_after: 1.5}
    api_mocks:
      catalogue:
        find_copy:
          - {respond: {status: 200, body: {shelf: A3}}, repeat: true}
""",
)

FILES = (EVALUATION,)
