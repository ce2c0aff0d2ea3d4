"""What loading notes down on its way through the files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from parley.domain.projects.loading.known_keys import KnownKeys
from parley.domain.projects.model import Problem


class Target(StrEnum):
    """What a mentioned name must be the name of."""

    FUNCTION = "function"
    FLOW_FUNCTION = "function of this flow"
    ANY_FUNCTION = "global or flow function"
    STEP = "step of this flow"
    ENTITY = "entity"
    ATTRIBUTE = "variant attribute"
    VARIANT = "variant"
    HANDOFF = "handoff"
    SMS_TEMPLATE = "SMS template"
    TRANSLATION = "translation"
    VARIABLE = "variable"
    LANGUAGE = "configured language"
    API_INTEGRATION = "API integration"


@dataclass(frozen=True, slots=True)
class Mention:
    """A name written in one file that must exist in another."""

    path: str
    line: int
    target: Target
    name: str
    flow: str | None = None
    fatal: bool = False
    what: str = ""
    """How the author wrote it, for instance ``start_step``."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that may contain references such as ``{{fn:name}}``."""

    path: str
    line: int
    content: str
    flow: str | None = None


@dataclass(slots=True)
class Findings:
    problems: list[Problem] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    patterns: Counter[str] = field(default_factory=Counter)
    """How many regular expressions there are so far, and what they come to."""
    keys: KnownKeys = field(default_factory=KnownKeys)
    unreadable: set[str] = field(default_factory=set)
    """Files that could not be parsed: names that they would define are not reported missing as well."""

    def problem(self, path: str, line: int, message: str, fatal: bool = True) -> None:
        self.problems.append(Problem(path, line, message, fatal))

    def warning(self, path: str, line: int, message: str) -> None:
        self.problem(path, line, message, fatal=False)
