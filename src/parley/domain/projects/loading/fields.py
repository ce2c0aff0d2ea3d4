"""One mapping of a file, read by key with the type that the format wants.

A wrong type is a problem at the key's own line and yields the default, so that reading goes on and all problems are
found. What an author plausibly wrote otherwise is accepted: a number for a text, null for nothing, one item for a list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from parley.domain.projects.loading.findings import Findings, Mention, Target, Text
from parley.domain.projects.loading.tree import Node, mapping_of, to_json
from parley.domain.projects.model import Json
from parley.domain.projects.references import has_references

# YAML 1.2 has `true` and `false` alone, but authors write the words of 1.1 as well.
_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0"})
_EMPTY = Node(1, {})


@dataclass(frozen=True, slots=True)
class Fields:
    findings: Findings
    path: str
    node: Node = _EMPTY
    """Always a mapping."""
    present: bool = True
    """False when the file or the key does not exist: every read gives the default."""
    strict: bool = True
    """False: a wrong type is only a warning (the agent runs without this file)."""

    @property
    def line(self) -> int:
        return self.node.line

    @property
    def entries(self) -> Mapping[str, Node]:
        """All of it: the keys are names that the author chose."""
        return self.accept_all()

    def accept_all(self) -> Mapping[str, Node]:
        self.findings.keys.of(self.path, self.node).is_open = True
        return mapping_of(self.node)

    def accept(self, *keys: str) -> None:
        """Keys of the format that nothing here depends on."""
        self.findings.keys.of(self.path, self.node).known.update(keys)

    def note(self, *keys: str) -> None:
        """Texts for people: a wrong one does no harm."""
        lenient = replace(self, strict=False)
        for key in keys:
            lenient.text(key)

    def get(self, key: str) -> Node | None:
        """The value, or None when it is missing or null."""
        self.findings.keys.of(self.path, self.node).known.add(key)
        node = mapping_of(self.node).get(key)
        return None if node is None or node.is_null else node

    def line_of(self, key: str) -> int:
        return self.node.keys.get(key, self.node.line)

    def problem(self, key: str, message: str, fatal: bool | None = None) -> None:
        self.findings.problem(self.path, self.line_of(key), message, self.strict if fatal is None else fatal)

    def text(self, key: str, default: str = "") -> str:
        node = self.get(key)
        if node is None:
            return default
        text = _text(node)
        if text is None:
            self.problem(key, f"'{key}' must be a text")
            return default
        return text

    def optional(self, key: str) -> str | None:
        return self.text(key).strip() or None

    def prompt(self, key: str, flow: str | None = None) -> str:
        """A text for the model or the user, stripped; its references are checked later."""
        return self.noted_text(key, flow).strip()

    def noted_text(self, key: str, flow: str | None = None) -> str:
        text = self.text(key)
        if has_references(text):
            self.findings.texts.append(Text(self.path, self.line_of(key), text, flow))
        return text

    def name(self, fallback: str = "") -> str:
        """The resource's identity; required when there is no fallback."""
        name = self.text("name").strip() or fallback
        if not name:
            self.problem("name", "'name' is missing")
        return name

    def flag(self, key: str, default: bool = False) -> bool:
        node = self.get(key)
        if node is None:
            return default
        word = node.value.strip().lower() if isinstance(node.value, str) else None
        if word in _YES or word in _NO:
            return word in _YES
        self.problem(key, f"'{key}' must be true or false")
        return default

    def number(self, key: str, default: float) -> float:
        node = self.get(key)
        if node is None:
            return default
        number = as_number(node)
        if number is None:
            self.problem(key, f"'{key}' must be a number")
            return default
        return number

    def integer(self, key: str, default: int) -> int:
        number = self.number(key, default)
        if number != int(number):
            self.problem(key, f"'{key}' must be a whole number")
            return default
        return int(number)

    def count(self, key: str, default: int) -> int:
        number = self.integer(key, default)
        if number < 0:
            self.problem(key, f"'{key}' must not be negative")
            return default
        return number

    def choice(self, key: str, allowed: Collection[str], default: str = "", fatal: bool | None = None) -> str:
        """One of the allowed words, whatever its case."""
        written = self.text(key).strip()
        if not written:
            return default
        for word in allowed:
            if word.lower() == written.lower():
                return word
        self.problem(key, f"'{key}' is '{written}', but must be one of: {', '.join(allowed)}", fatal)
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(text for _, text in self.lined_texts(key))

    def lined_texts(self, key: str) -> list[tuple[int, str]]:
        """The texts of a list with their lines; a single text counts as a list of one."""
        node = self.get(key)
        if node is None:
            return []
        if isinstance(node.value, str):
            return [(node.line, node.value)]
        found: list[tuple[int, str]] = []
        items = node.value if isinstance(node.value, tuple) else ()
        if not isinstance(node.value, tuple):
            self.problem(key, f"'{key}' must be a list")
        for item in items:
            if not isinstance(item.value, str):
                self.findings.problem(self.path, item.line, f"every item of '{key}' must be a text", self.strict)
            elif not item.is_null:
                found.append((item.line, item.value))
        return found

    def text_map(self, key: str) -> dict[str, str]:
        inner = self.inner(key)
        return {name: inner.text(name) for name in inner.entries}

    def inner(self, key: str) -> Fields:
        """The mapping under this key; an absent one when it is missing."""
        node = self.get(key)
        if node is None:
            return Fields(self.findings, self.path, present=False, strict=self.strict)
        if not isinstance(node.value, Mapping):
            self.problem(key, f"'{key}' must be a mapping")
            return Fields(self.findings, self.path, present=False, strict=self.strict)
        return Fields(self.findings, self.path, node, strict=self.strict)

    def each(self, key: str, text_key: str = "") -> Iterator[Fields]:
        """The mappings of a list. With a `text_key` a text stands for a mapping with it under that key."""
        node = self.get(key)
        if node is None:
            return
        if not isinstance(node.value, tuple):
            self.problem(key, f"'{key}' must be a list")
            return
        for item in node.value:
            if isinstance(item.value, Mapping):
                yield Fields(self.findings, self.path, item, strict=self.strict)
            elif text_key and isinstance(item.value, str) and not item.is_null:
                mapping = Node(item.line, {text_key: item}, keys={text_key: item.line})
                yield Fields(self.findings, self.path, mapping, strict=self.strict)
            elif not item.is_null:
                words = "a text or a mapping" if text_key else "a mapping"
                self.findings.problem(self.path, item.line, f"every item of '{key}' must be {words}", self.strict)

    def json(self, key: str) -> Json:
        node = self.get(key)
        return None if node is None else to_json(node)

    def json_map(self, key: str) -> dict[str, Json]:
        inner = self.inner(key)
        return {name: to_json(node) for name, node in inner.entries.items()}

    def mention(
        self, key: str, target: Target, name: str, flow: str | None = None, fatal: bool = False, line: int | None = None
    ) -> None:
        place = self.line_of(key) if line is None else line
        self.findings.mentions.append(Mention(self.path, place, target, name, flow, fatal, key))


def as_number(node: Node) -> float | None:
    if not isinstance(node.value, str):
        return None
    try:
        number = float(node.value.strip())
    except ValueError:
        return None
    # This also turns away `inf` and `nan`, which `float` reads.
    return number if abs(number) < 1e15 else None


def _text(node: Node) -> str | None:
    if isinstance(node.value, str):
        return node.value
    if isinstance(node.value, tuple) and all(isinstance(item.value, str) for item in node.value):
        return "\n".join(str(item.value) for item in node.value)
    return None
