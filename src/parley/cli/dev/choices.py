"""What a new conversation may be begun with: the variants and languages that the project has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Project


@dataclass(frozen=True, slots=True)
class Choices:
    variants: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    @classmethod
    def of(cls, project: Project) -> Self:
        return cls(tuple(project.variants), (project.default_language, *project.additional_languages))

    def refuse_variant(self, name: str) -> str:
        """Why there is none of this name; empty when there is."""
        return _refusal("variant", name, self.variants)

    def refuse_language(self, code: str) -> str:
        return _refusal("language", code, self.languages)


def _refusal(kind: str, name: str, known: tuple[str, ...]) -> str:
    if not name or name in known:
        return ""
    named = f"it has {', '.join(known)}" if known else "it has none"
    near = did_you_mean(name, known)
    return f"The project has no {kind} '{name}'; {named}{near or '.'}"
