"""project.yaml and agent_settings/."""

from __future__ import annotations

from parley.domain.projects.format.keys import (
    FormatFile,
    Key,
    anything,
    choice,
    each,
    flag,
    mapping,
    named,
    text,
    texts,
)
from parley.domain.projects.loading.settings import CATEGORIES, LANGUAGES, LEVELS

ADJECTIVES = ("Polite", "Calm", "Kind", "Funny", "Energetic", "Thoughtful", "Other")

PROJECT = FormatFile(
    "project",
    ("project.yaml",),
    "Which project this is. The only file that a project must have.",
    (
        text(
            "project_id", "Id or slug of the project; `parley push` deploys there unless `--project` says otherwise."
        ).needed(),
        text(
            "account_id",
            "Id or slug of the account. Without it `parley check` warns and `parley push` needs `--account`.",
        ),
        text("project_name", "Name for people.", "the project's id"),
        text("region", "Ignored: a project lives in the region of the node that made it."),
    ),
    """\
project_id: library
account_id: demo
project_name: Town library
region: us-1
""",
)
PERSONALITY = FormatFile(
    "personality",
    ("agent_settings/personality.yaml",),
    "How the agent speaks: the first sentences of the prompt.",
    (
        named(
            "adjectives",
            f"Words that describe it, each switched on or off: {', '.join(ADJECTIVES)}. `Other` switches the rest off, "
            "and `custom` alone describes the agent.",
            flag("", "Whether it is so."),
        ),
        text("custom", "A description in words of your own. May hold `{{attr:…}}` and `{{vrbl:…}}`."),
    ),
    """\
adjectives:
  Polite: true
  Calm: true
custom: Speaks in short sentences.
""",
)
ROLE = FormatFile(
    "role",
    ("agent_settings/role.yaml",),
    "What the agent is.",
    (
        text("value", "A preset in Pascal case such as `CustomerServiceRepresentative`, or `Other` for `custom`."),
        text("additional_info", "More about it, in a sentence of the prompt. May hold `{{attr:…}}` and `{{vrbl:…}}`."),
        text("custom", "The role in words of your own, with `value: Other` or without `value`."),
    ),
    """\
value: Other
additional_info: You work at the desk of the town library.
custom: librarian
""",
)
LANGUAGES_FILE = FormatFile(
    "languages",
    (LANGUAGES,),
    "The languages that the agent speaks, as codes such as `en-GB`.",
    (
        text("default_language", "The language that conversations begin in.", "the greeting's, else `en-US`"),
        texts("additional_languages", "Those that it may switch to; any other falls back to the default."),
        texts("languages", "An older spelling: all of them, the default first."),
    ),
    """\
default_language: en-GB
additional_languages: [es-ES]
languages: [en-GB, es-ES]
""",
)


ABOUT = {
    "violence": "Violence.",
    "hate": "Hatred of groups of people.",
    "sexual": "Sexual matters.",
    "self_harm": "Harm to oneself.",
}


def _safety(file: str, path: str, meaning: str, enabled: Key) -> FormatFile:
    category = mapping(
        "",
        "",
        flag("enabled", "Whether this category is looked for."),
        choice("level", LEVELS, "How mild a text may be to be blocked; `strict` blocks most.", "medium"),
    )
    return FormatFile(
        file,
        (path,),
        meaning,
        (
            enabled,
            mapping(
                "categories",
                "What is blocked in what users and the model say.",
                *(mapping(name, ABOUT[name], *category.keys) for name in CATEGORIES),
            ),
        ),
        """\
enabled: true
categories:
  violence: {enabled: true, level: medium}
  hate: {enabled: true, level: medium}
  sexual: {enabled: true, level: strict}
  self_harm: {enabled: false, level: lenient}
""",
    )


SAFETY = _safety(
    "safety_filters",
    "agent_settings/safety_filters.yaml",
    "What is blocked, on every channel that has no file of its own.",
    anything("enabled", "Accepted here and not used: each category has its own switch."),
)
CHANNEL_SAFETY = tuple(
    _safety(
        f"{channel}_safety_filters",
        f"{channel}/safety_filters.yaml",
        f"What is blocked on {channel} channels, in the place of the project's file.",
        flag("enabled", "Whether this file counts; otherwise the project's does."),
    )
    for channel in ("voice", "chat")
)
GUARDRAILS = FormatFile(
    "guardrails",
    ("agent_settings/guardrails.yaml",),
    "Checks on what the agent does.",
    (
        each(
            "platform_guardrails",
            "Built-in ones that are switched on or off; `jailbreak_defence` is the one that Parley has.",
            text("name", "Which one.").needed(),
            flag("enabled", "Whether it holds.", True),
        ),
        each(
            "custom_guardrails",
            "Your own ones; they join the rules.",
            text("name", "Its name.").needed(),
            text("prompt", "When it applies, in words."),
            text("action", "What the agent then does. May hold references."),
            flag("enabled", "Whether it holds.", True),
        ),
    ),
    """\
platform_guardrails:
  - {name: jailbreak_defence, enabled: true}
custom_guardrails:
  - name: No legal advice
    prompt: The visitor asks for legal advice.
    action: Say that you cannot give any.
    enabled: true
""",
)

FILES = (PROJECT, PERSONALITY, ROLE, LANGUAGES_FILE, SAFETY, *CHANNEL_SAFETY, GUARDRAILS)
