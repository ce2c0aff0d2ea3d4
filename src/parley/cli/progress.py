"""How far a long command is, in one line on a terminal, and in a line for every tenth where there is none."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from parley.cli.output import errors
from parley.storage.backup.base import Progress
from parley.storage.backup.restore import Step

WORDS = {"files": "files", "verify": "checking every file", "log": "log", "recover": "replaying the log"}


class Progressing:
    def __init__(self, title: str, *, quiet: bool) -> None:
        self._title = title
        self._quiet = quiet
        self._said = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._said and errors.is_terminal:
            errors.print()

    def bytes(self, progress: Progress) -> None:
        done = f"{progress.done / 1e6:,.0f} MB"
        if not progress.total:
            self._say(done, done)
            return
        # The database grows meanwhile, and its log comes on top.
        percent = min(99, progress.done * 100 // progress.total)
        self._say(f"{done} of about {progress.total / 1e6:,.0f} MB ({percent} %)", str(percent // 10))

    def step(self, step: Step) -> None:
        percent = step.done * 100 // step.total if step.total else None
        text = WORDS[step.name] + (f" {percent} %" if percent is not None else "")
        self._say(text, f"{step.name} {percent // 10 if percent is not None else ''}")

    def _say(self, text: str, milestone: str) -> None:
        if self._quiet:
            return
        if errors.is_terminal:
            errors.print(f"\r{self._title}: {text}\x1b[K", end="", highlight=False, markup=False)
        elif milestone != self._said:
            errors.print(f"{self._title}: {text}", highlight=False, markup=False)
        self._said = milestone
