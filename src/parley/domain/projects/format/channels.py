"""voice/ and chat/."""

from __future__ import annotations

from parley.domain.projects.format.keys import FormatFile, anything, choice, each, flag, mapping, text, texts
from parley.domain.projects.loading.voice import BOOSTS, REPLACEMENTS, STYLES


def _channel(folder: str, meaning: str) -> FormatFile:
    return FormatFile(
        f"{folder}_configuration",
        (f"{folder}/configuration.yaml",),
        meaning,
        (
            mapping(
                "greeting",
                "The first words, said without a model.",
                text("welcome_message", "May hold `{{attr:…}}`, `{{vrbl:…}}` and `{{tn:…}}`."),
                text("language_code", "Its language; the agent's too when there is no `languages.yaml`."),
            ),
            mapping(
                "style_prompt", "How to speak on this channel.", text("prompt", "Part of the prompt of every turn.")
            ),
            mapping(
                "disclaimer_messages",
                "What is said before the greeting.",
                text("message", "Its words."),
                flag("enabled", "Whether it is said."),
                text("language_code", "Its language."),
            ),
        ),
        """\
greeting:
  welcome_message: Town library, how can I help you?
  language_code: en-GB
style_prompt:
  prompt: Answer in one or two short sentences.
disclaimer_messages:
  message: This conversation is recorded.
  enabled: true
  language_code: en-GB
""",
    )


SPEECH = FormatFile(
    "asr_settings",
    ("voice/speech_recognition/asr_settings.yaml",),
    "How the agent listens on calls.",
    (
        anything("barge_in", "Whether callers may interrupt (true or false)."),
        choice("interaction_style", STYLES, "How soon a pause ends a turn: `precise` waits longest, `turbo` least."),
    ),
    """\
barge_in: true
interaction_style: balanced
""",
)
KEYPHRASES = FormatFile(
    "keyphrase_boosting",
    ("voice/speech_recognition/keyphrase_boosting.yaml",),
    "Words that recognition should prefer, for services that can.",
    (
        each(
            "keyphrases",
            "All of them.",
            text("keyphrase", "The word or words."),
            choice("level", BOOSTS, "How much.", "default"),
        ),
    ),
    """\
keyphrases:
  - {keyphrase: Dune, level: boosted}
""",
    "keyphrases",
)
CORRECTIONS = FormatFile(
    "transcript_corrections",
    ("voice/speech_recognition/transcript_corrections.yaml",),
    "Rewrites what was heard, before the turn, on voice channels.",
    (
        each(
            "corrections",
            "In this order.",
            text("name", "For people."),
            text("description", "For people."),
            each(
                "regular_expressions",
                "What is replaced.",
                text("regular_expression", "A pattern; case does not matter.").needed(),
                text("replacement", "May name groups as `\\\\1`."),
                choice(
                    "replacement_type",
                    REPLACEMENTS,
                    "`full`: the whole transcript must match; `partial` (or `substring`): every match is replaced.",
                    "full",
                ),
            ),
        ),
    ),
    """\
corrections:
  - name: Doon
    description: The book
    regular_expressions:
      - {regular_expression: '\\bdoon\\b', replacement: Dune, replacement_type: partial}
""",
    "corrections",
)
PRONUNCIATIONS = FormatFile(
    "pronunciations",
    ("voice/response_control/pronunciations.yaml",),
    "Changes what is spoken, in this order; what is written stays.",
    (
        each(
            "pronunciations",
            "All of them.",
            text("regex", "A pattern for what is written.").needed(),
            text("replacement", "What is spoken; may name groups."),
            flag("case_sensitive", "Whether case matters."),
            text("language_code", "Only in this language.", "all"),
            text("name", "For people."),
            text("description", "For people."),
        ),
    ),
    """\
pronunciations:
  - regex: '\\bISBN\\b'
    replacement: I S B N
    case_sensitive: true
    language_code: en-GB
    name: ISBN
    description: Letter by letter
""",
    "pronunciations",
)
PHRASES = FormatFile(
    "phrase_filtering",
    ("voice/response_control/phrase_filtering.yaml",),
    "Stops the model's words at a phrase, on every channel, and may call a function.",
    (
        each(
            "phrase_filtering",
            "In this order.",
            text("name", "Its name.").needed(),
            text("description", "For people."),
            texts("regular_expressions", "Patterns that stop it."),
            flag("say_phrase", "Whether the phrase itself is still said."),
            text("language_code", "Only in this language.", "all"),
            text(
                "function",
                "A global function that is then called; if it needs arguments, the model is asked to call it.",
            ),
        ),
    ),
    """\
phrase_filtering:
  - name: Promises
    description: Reservations are only made by the function
    regular_expressions: ['I have reserved']
    say_phrase: false
    language_code: en-GB
    function: reserve_book
""",
    "phrase_filtering",
)

FILES = (
    _channel("voice", "Greeting, disclaimer and manner on calls; on text channels too when there is no `chat/`."),
    _channel("chat", "Greeting, disclaimer and manner on text channels."),
    SPEECH,
    KEYPHRASES,
    CORRECTIONS,
    PRONUNCIATIONS,
    PHRASES,
)
