"""topics/ and flows/."""

from __future__ import annotations

from parley.domain.projects.format.keys import (
    FormatFile,
    anything,
    choice,
    each,
    flag,
    mapping,
    number,
    text,
    texts,
)
from parley.domain.projects.loading.flows import CONDITION_KINDS, LONGEST_LABEL, STEP_KINDS
from parley.domain.projects.loading.topics import MAX_EXAMPLE_QUERIES

TOPIC = FormatFile(
    "topic",
    ("topics/**/*.yaml", "child_topics/**/*.yaml"),
    "A piece of knowledge, found by meaning and by words. In a folder named after a variant it is that variant's only.",
    (
        text("name", "What it is known by; unlike any other topic's.", "the file's name"),
        flag("enabled", "Whether it can be found.", True),
        texts("example_queries", f"What users say when they mean it, at most {MAX_EXAMPLE_QUERIES}."),
        text("content", "The facts. May hold `{{attr:…}}`, `{{vrbl:…}}` and `{{tn:…}}`."),
        text(
            "actions", "What to do. Functions that it names (`{{fn:…}}`, `{{ho:…}}`, `{{twilio_sms:…}}`) can be called."
        ),
        texts("tags", "Notes for people; kept and not used."),
    ),
    """\
name: Opening hours
enabled: true
example_queries:
  - When are you open?
  - Are you open on Sunday?
content: The library is open from Tuesday to Saturday, 10 am to 6 pm.
actions: Ask whether they want to reserve a book.
tags: [hours]
""",
)
FLOW = FormatFile(
    "flow_config",
    ("flows/*/flow_config.yaml",),
    "A guided conversation. Its steps are in `steps/` and `function_steps/`, its functions in `functions/`.",
    (
        text("name", "What code and texts call it, exactly and case-sensitively.", "the folder's name"),
        text("description", "For people."),
        text("start_step", "The step that it begins with: the name of a step, or of a function step's file.").needed(),
    ),
    """\
name: Reserve a book
description: Which book, and for whom
start_step: Which book
""",
)
STEP = FormatFile(
    "step",
    ("flows/*/steps/*.yaml",),
    "A step of a flow. An `advanced_step` has a prompt; a `default_step` collects entities and goes on by conditions.",
    (
        choice(
            "step_type",
            tuple(str(kind) for kind in STEP_KINDS),
            "Which kind.",
            "default_step with conditions or entities, else advanced_step",
        ),
        text(
            "name", "Letters, digits, spaces and `_ & , / . -`. Code and conditions go there by it.", "the file's name"
        ),
        text("prompt", "What the model is told while the conversation is in this step. May hold references."),
        texts("extracted_entities", "Of a default step: the entities that it collects (`config/entities.yaml`)."),
        each(
            "conditions",
            "Of a default step: where it can lead.",
            text("name", f"A label of at most {LONGEST_LABEL} characters, once in a step.").needed(),
            choice(
                "condition_type",
                CONDITION_KINDS,
                "Whether it leads to a step or out of the flow.",
                "step_condition with child_step, else exit_flow_condition",
            ),
            text("description", "When it applies, in words for the model."),
            text("child_step", "The step that it leads to; needed unless it leaves the flow."),
            texts("required_entities", "Entities that must be there before it can be taken."),
        ),
        mapping(
            "llm",
            "A model for this step.",
            text("provider_model_id", "Its name at the provider."),
            text("reasoning_effort", "As the provider takes it; `unspecified` is none."),
        ),
        mapping(
            "dtmf_config",
            "Keys that callers press in this step.",
            flag("is_enabled", "Whether keys are taken."),
            number("inter_digit_timeout", "Seconds after the last key; a number above 60 is taken for milliseconds."),
            number("max_digits", "So many keys end the input; 0 for any number."),
            text("end_key", "The key that ends it."),
            flag("collect_while_agent_speaking", "Whether keys count while the agent still speaks."),
            flag("is_pii", "Keeps the keys out of logs and records."),
        ),
        anything(
            "asr_biasing",
            "What recognition should expect: `is_enabled`, `alphanumeric`, `name_spelling`, `custom_keywords` …",
        ),
        anything("asr", "Another recognition service: `provider`, `model`."),
        anything(
            "vad", "When speech begins and ends: `vad_start`, `vad_end`, `speech_threshold`, `silence_threshold`."
        ),
        anything("barge_in", "Whether callers may interrupt: `is_enabled`."),
    ),
    """\
step_type: default_step
name: Which book
prompt: Ask which book they want, and for how long.
extracted_entities: [days]
conditions:
  - name: Known
    condition_type: step_condition
    description: They have said for how long.
    child_step: find_copy
    required_entities: [days]
  - name: Changed their mind
    condition_type: exit_flow_condition
    description: They want no book after all.
llm: {provider_model_id: gpt-5-mini, reasoning_effort: low}
dtmf_config:
  is_enabled: true
  inter_digit_timeout: 3
  max_digits: 2
  end_key: "#"
  collect_while_agent_speaking: true
  is_pii: false
asr_biasing: {is_enabled: true, custom_keywords: [Dune]}
asr: {provider: deepgram, model: nova-3}
vad: {vad_end: 0.4}
barge_in: {is_enabled: true}
""",
)

FILES = (TOPIC, FLOW, STEP)
