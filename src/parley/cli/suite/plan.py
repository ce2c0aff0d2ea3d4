"""What is to be run, as the options say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parley.cli.suite.voice import VoiceOptions
from parley.domain.projects.loading.source import slug
from parley.domain.projects.model import Project, TestCase
from parley.runtime.test_runs.selection import chooser
from parley.runtime.test_runs.unit_tests import has_unit_tests


@dataclass(frozen=True, slots=True)
class Selection:
    names: Sequence[str] = ()
    tags: Sequence[str] = ()
    expression: str = ""

    @property
    def is_everything(self) -> bool:
        return not (self.names or self.tags or self.expression)

    def of(self, project: Project) -> list[TestCase]:
        chooses = chooser(self.expression) if self.expression else None
        return [
            case
            for case in project.tests.values()
            if self._is_named(case) and (chooses is None or chooses(case.name, case.tags))
        ]

    def _is_named(self, case: TestCase) -> bool:
        wanted = {*self.names, *(Path(name).stem for name in self.names)}
        if wanted and not {case.name, slug(case.name)} & wanted:
            return False
        return not self.tags or bool(set(self.tags) & set(case.tags))


@dataclass(frozen=True, slots=True)
class Plan:
    folder: Path
    selection: Selection
    unit: bool
    """Whether the project's own unit tests run too."""
    voice: VoiceOptions | None
    repeat: int = 1
    jobs: int = 1
    stops_early: bool = False
    strict: bool = False
    """Cases that could not be run fail the run."""
    traces: bool = False
    """Everything that the turns before a failure did, not only the main things."""
    as_json: bool = False
    junit: Path | None = None

    @property
    def runs_unit_tests(self) -> bool:
        return self.unit and self.selection.is_everything and has_unit_tests(self.folder)

    def wrote(self, path: str) -> bool:
        """Whether we write this file of the folder ourselves."""
        file = (self.folder / path).resolve()
        ours = [self.junit] if self.junit else []
        folders = [self.voice.recordings] if self.voice else []
        return any(file == each.resolve() for each in ours) or any(
            file.is_relative_to(each.resolve()) for each in folders
        )
