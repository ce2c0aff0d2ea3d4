"""Resolution of ``{{kind:name}}``, ``$name``, ``${variant_name}`` and ``<channel:…>``/``<language:…>`` blocks.

Values are resolved again, because projects keep whole instructions in state variables. Depth, the number of expansions
and their size are bounded, nothing ever raises, and what is unknown stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from parley.domain.projects.model import Function
from parley.kit.values import value
from parley.runtime.agent.channels import language_matches

# A value may refer to itself: it comes out of the state, where agent code writes what it likes.
MAX_DEPTH = 8
MAX_EXPANSIONS = 2_000
MAX_EXPANDED_CHARACTERS = 200_000

_TOKEN = re.compile(
    r"\{\{\s*(?P<kind>[A-Za-z_]+)\s*:\s*(?P<name>[^{}]*?)\s*\}\}"
    r"|\$\{(?P<braced>\w+)\}"
    r"|\$(?P<variable>[A-Za-z_]\w*)"
    r"|<(?P<open>channel|language):\s*(?P<value>[\w-]+)\s*>"
    r"|</(?P<close>channel|language)>"
)
_KINDS = {"va": "attr", "sms": "twilio_sms", "var": "vrbl", "handoff": "ho", "translation": "tn"}
_VARIANT_PREFIX = "variant_"


@value
class Names:
    """What a project's references can name, whatever the conversation."""

    functions: Mapping[str, Function] = field(default_factory=dict)
    handoff_tools: Mapping[str, str] = field(default_factory=dict)
    """Tool name by handoff name; ``default`` names the default one."""
    sms_tools: Mapping[str, str] = field(default_factory=dict)
    entities: frozenset[str] = frozenset()
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    default_language: str = "en-US"


@value
class Scope:
    """What references mean at one moment of one conversation."""

    names: Names
    family: str = "webchat"
    language: str = "en-US"
    state: Mapping[str, Any] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)
    entities: Mapping[str, str] = field(default_factory=dict)
    flow_functions: Mapping[str, Function] = field(default_factory=dict)


@value
class Rendered:
    text: str
    tools: tuple[str, ...] = ()
    """Names of the tools that the text mentions, in order."""


@dataclass(slots=True)
class _Token:
    raw: str
    kind: str
    """text, ref, braced, variable, open or close."""
    name: str = ""
    ref: str = ""
    end: int = 0
    """For an opening tag: the index of its closing tag."""


def has_references(text: str) -> bool:
    return "$" in text or "{{" in text or "<" in text


# A project's texts come again with every request to a model; values of variables pass through.
@lru_cache(maxsize=4096)
def _parse(text: str) -> tuple[_Token, ...]:
    tokens: list[_Token] = []
    open_tags: list[int] = []
    position = 0
    for match in _TOKEN.finditer(text):
        if match.start() > position:
            tokens.append(_Token(text[position : match.start()], "text"))
        position = match.end()
        token = _token(match)
        if token.kind == "open":
            open_tags.append(len(tokens))
        elif token.kind == "close":
            _close(tokens, open_tags, token)
        tokens.append(token)
    for index in open_tags:
        tokens[index].kind = "text"
    if position < len(text):
        tokens.append(_Token(text[position:], "text"))
    return tuple(tokens)


def _token(match: re.Match[str]) -> _Token:
    raw = match.group()
    if kind := match["kind"]:
        kind = kind.lower()
        return _Token(raw, "ref", match["name"], _KINDS.get(kind, kind))
    if match["braced"]:
        return _Token(raw, "braced", match["braced"])
    if match["variable"]:
        return _Token(raw, "variable", match["variable"])
    if match["open"]:
        return _Token(raw, "open", match["value"], match["open"])
    return _Token(raw, "close", ref=match["close"])


def _close(tokens: list[_Token], open_tags: list[int], closing: _Token) -> None:
    """Pairs a closing tag with the nearest open one of its kind; what stays unpaired is plain text."""
    for depth in range(len(open_tags) - 1, -1, -1):
        if tokens[open_tags[depth]].ref == closing.ref:
            for index in open_tags[depth + 1 :]:
                tokens[index].kind = "text"
            tokens[open_tags[depth]].end = len(tokens)
            del open_tags[depth:]
            return
    closing.kind = "text"


class _Writer:
    def __init__(self, scope: Scope, unset: str | None) -> None:
        self.scope = scope
        self.unset = unset
        self.out: list[str] = []
        self.tools: dict[str, None] = {}
        self.expansions = 0
        self.expanded = 0

    def write(self, text: str, depth: int) -> None:
        tokens = _parse(text)
        index = 0
        while index < len(tokens):
            token = tokens[index]
            index += 1
            if token.kind == "text":
                self.out.append(token.raw)
            elif token.kind == "open":
                if not self._keeps(token):
                    index = token.end + 1
            elif token.kind != "close":
                self._expand(token, depth)

    def _keeps(self, token: _Token) -> bool:
        if token.ref == "channel":
            return token.name.lower() == self.scope.family
        return language_matches(token.name, self.scope.language)

    def _expand(self, token: _Token, depth: int) -> None:
        if token.kind == "ref" and (tool := self._tool(token)):
            self.tools[tool] = None
            self.out.append(tool)
            return
        value = self._value(token)
        if value is None or self.expansions >= MAX_EXPANSIONS or self.expanded > MAX_EXPANDED_CHARACTERS:
            self.out.append(token.raw)
            return
        self.expansions += 1
        self.expanded += len(value)
        if depth < MAX_DEPTH and has_references(value):
            self.write(value, depth + 1)
        else:
            self.out.append(value)

    def _tool(self, token: _Token) -> str | None:
        names, name = self.scope.names, token.name
        if token.ref in ("fn", "ft"):
            return name if name in self.scope.flow_functions or name in names.functions else None
        if token.ref == "ho":
            return names.handoff_tools.get(name) or names.handoff_tools.get(name.lower())
        if token.ref == "twilio_sms":
            return names.sms_tools.get(name)
        return None

    def _value(self, token: _Token) -> str | None:
        scope, name = self.scope, token.name
        if token.kind == "braced" and name.startswith(_VARIANT_PREFIX):
            return scope.attributes.get(name.removeprefix(_VARIANT_PREFIX), "")
        if token.kind in ("variable", "braced"):
            return _as_text(scope.state[name]) if name in scope.state else self.unset
        if token.ref == "vrbl":
            return _as_text(scope.state.get(name))
        if token.ref == "attr":
            return scope.attributes.get(name, "")
        if token.ref == "entity":
            return scope.entities.get(name, name if name in scope.names.entities else None)
        if token.ref == "tn":
            return translate(scope.names, name, scope.language)
        return None


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)


def translate(names: Names, name: str, language: str) -> str | None:
    """A translation in the language, else in the same language of another region, else in the default language."""
    texts = names.translations.get(name)
    if not texts:
        return None
    base = language.partition("-")[0]
    kin = (code for code in texts if language_matches(base, code))
    for code in (language, base, *kin, names.default_language):
        if code in texts:
            return texts[code]
    return next(iter(texts.values()))


def render(text: str, scope: Scope, unset: str | None = None) -> Rendered:
    """`unset`: what a ``$name`` that the state does not have becomes; None leaves it as it is written."""
    if not has_references(text):
        return Rendered(text)
    writer = _Writer(scope, unset)
    writer.write(text, 0)
    return Rendered("".join(writer.out), tuple(writer.tools))
