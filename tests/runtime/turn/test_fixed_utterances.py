"""What is known of an agent's words before anybody calls."""

from __future__ import annotations

import json

from parley.domain.projects.files import Bundle
from parley.domain.projects.loader import load_project
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.turn.fixed_utterances import MOST_TEXTS, FixedUtterances, fixed_utterances

CONTROL = {"hangup_utterance": {"en": "Bye.", "es": "Adiós."}}
FILLERS: dict[str, object] = {"is_enabled": True, "interval_sec": 2, "initial_interval_sec": 1, "utterances": ["Hm."]}
EXPERIMENTAL = {"conversation_control": CONTROL, "filler_utterances": FILLERS}
FILES = {
    "project.yaml": "project_id: p\naccount_id: a\nname: P\n",
    "agent_settings/languages.yaml": "default_language: en-US\nadditional_languages: [es-ES]\n",
    "agent_settings/experimental_config.json": json.dumps(
        {"conversation_control": CONTROL, "filler_utterances": FILLERS}
    ),
    "voice/configuration.yaml": (
        "greeting:\n  welcome_message: 'Welcome to {{attr:site}}.'\n"
        "disclaimer_messages:\n  message: Calls are recorded.\n  enabled: true\n"
    ),
    "config/variant_attributes.yaml": (
        "variants:\n- name: a\n  is_default: true\n- name: b\nattributes:\n- name: site\n  values: {a: Alba, b: Bath}\n"
    ),
    "functions/look.py": (
        "from _gen import *\n"
        "@func_latency_control(delay_before_responses_start=1, delay_responses=[('One moment.', 2), ('$name', 1)])\n"
        "@func_description('Looks')\n"
        "def look(conv: Conversation):\n    return {'utterance': 'Found {{vrbl:it}}.'}\n"
    ),
}


def found_in(files: dict[str, str]) -> FixedUtterances:
    project, _ = load_project(Bundle({path: text.encode() for path, text in files.items()}))
    assert project is not None
    return fixed_utterances(CompiledProject(project), "sip.polyai")


def test_what_is_said_first_comes_first_in_every_language_and_variant() -> None:
    found = found_in(FILES)
    welcome = ["Calls are recorded. Welcome to Alba.", "Calls are recorded. Welcome to Bath."]
    assert found.texts[:4] == tuple((text, language) for language in ("en-US", "es-ES") for text in welcome)
    assert {("Bye.", "en-US"), ("Adiós.", "es-ES"), ("Hm.", "es-ES"), ("One moment.", "en-US")} <= set(found.texts)
    assert ("Le transfiero ahora.", "es-ES") in found.texts
    assert len(set(found.texts)) == len(found.texts)


def test_what_is_known_only_in_a_conversation_is_left_out() -> None:
    assert not [text for text, _ in found_in(FILES).texts if "$" in text or "{{" in text or "Found" in text]


def test_it_has_its_bounds() -> None:
    lines = "\n".join(f"    conv.say('Number {number}.')" for number in range(300))
    voices = "\n".join(f"    conv.set_voice(RimeVoice('v{number}'))" for number in range(9))
    found = found_in({**FILES, "functions/more.py": f"def more(conv):\n{lines}\n{voices}\n{voices}\n"})
    assert len(found.texts) == MOST_TEXTS
    assert [voice["provider_voice_id"] for voice in found.voices] == ["v0", "v1", "v2", "v3"]
