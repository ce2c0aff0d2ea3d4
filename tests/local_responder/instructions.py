"""What authors wrote for a model in our examples, templates and test agents, and how somebody else might have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from parley.domain.projects.loading.tree import mapping_of, parse_yaml
from tests.agent_files import split_files

ROOT = Path(__file__).parents[2]
AGENTS = (ROOT / "tests/journeys/dialogues/agents", ROOT / "tests/journeys/agents")
FOLDERS = (ROOT / "examples", ROOT / "templates")
_REFERENCE = re.compile(r"\{\{(\w+):([^}]+)\}\}")
_VARIABLE = re.compile(r"\$(\w+)")


def instructions() -> list[str]:
    """Prompts of steps, actions of topics and rules, with their references as a model reads them."""
    found = {rendered(text).strip() for path, content in _files() for text in _instructions_of(path, content)}
    return sorted(text for text in found if text)


def rendered(text: str) -> str:
    named = _REFERENCE.sub(lambda each: each[2] if each[1] in ("fn", "ft", "ho") else "the value", text)
    return _VARIABLE.sub("the value", named)


def _files() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".yaml", ".txt") and "_gen" not in path.parts:
                yield str(path), path.read_text()
    for folder in AGENTS:
        for path in sorted(folder.rglob("*.txt")):
            yield from split_files(path.read_text()).items()


def _instructions_of(path: str, content: str) -> Iterator[str]:
    if path.endswith("rules.txt"):
        yield content
    elif "/steps/" in path or "topics/" in path:
        root = parse_yaml(content).root
        keys = mapping_of(root) if root is not None and isinstance(root.value, Mapping) else {}
        yield from (str(keys[key].value) for key in ("prompt", "actions") if key in keys)


def mutated(text: str, chance: Random) -> str:
    for change in chance.sample(_CHANGES, chance.randint(1, 3)):
        text = change(text, chance)
    return text


def _without_quotes(text: str, _: Random) -> str:
    return re.sub(r"[\"“”]", "", text)


def _in_other_words(text: str, chance: Random) -> str:
    for word, others in _WORDS.items():
        text = re.sub(rf"\b{word}\b", chance.choice(others), text, flags=re.IGNORECASE)
    return text


def _in_another_order(text: str, chance: Random) -> str:
    lines = text.splitlines()
    chance.shuffle(lines)
    return "\n".join(lines)


def _on_one_line(text: str, _: Random) -> str:
    return " ".join(text.split())


def _cut(text: str, chance: Random) -> str:
    words = text.split(" ")
    start = chance.randrange(len(words))
    return " ".join(words[start : start + chance.randint(1, len(words))])


def _in_small_letters(text: str, _: Random) -> str:
    return text.lower()


def _without_stops(text: str, _: Random) -> str:
    return re.sub(r"[.,;:](?=\s|$)", "", text)


_WORDS = {
    "say": ("relay", "state", "let them hear", "answer with"),
    "ask": ("enquire", "find out from them", "request", "clarify with the caller"),
    "tell": ("make known to", "brief", "explain to"),
    "call": ("invoke", "trigger the function", "hand over to"),
    "if": ("in the event that", "whenever", "should it be that"),
    "the caller": ("the user", "this customer", "whoever rings", "him or her"),
    "customer": ("client", "visitor", "person on the line"),
}
_CHANGES: tuple[Callable[[str, Random], str], ...] = (
    _without_quotes,
    _in_other_words,
    _in_another_order,
    _on_one_line,
    _cut,
    _in_small_letters,
    _without_stops,
)
