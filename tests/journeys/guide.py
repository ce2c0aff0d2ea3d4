"""A guide in Markdown as what a reader does with it: files to write and commands to type, in the order of the page."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"# (\S+/\S+)\n")
_PROMPT, _SAID = "$ ", "you   "


@dataclass(frozen=True, slots=True)
class File:
    path: str
    content: str


@dataclass(frozen=True, slots=True)
class Command:
    line: str
    typed: tuple[str, ...]
    """What is said to it."""
    shown: tuple[str, ...]
    """Lines that it prints; `…` stands for anything."""

    async def run(self, folder: Path, environment: Mapping[str, str]) -> None:
        """Fails unless it prints what the guide shows, and nothing else."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        process = await asyncio.create_subprocess_shell(
            self.line,
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            cwd=folder,
            env={**os.environ, **environment, "PATH": path, "COLUMNS": "200"},
        )
        printed, _ = await process.communicate("".join(f"{line}\n" for line in self.typed).encode())
        lines = [line for line in printed.decode().replace(_SAID, "").splitlines() if line]
        assert (process.returncode, _matching(lines, self.shown)) == (0, list(self.shown)), printed.decode()


def steps(page: str) -> Iterator[File | Command]:
    for kind, content in _BLOCK.findall(page):
        if kind == "console":
            yield from _commands(content)
        elif named := _NAMED.match(content):
            yield File(named[1], content[named.end() :])


def _commands(content: str) -> Iterator[Command]:
    for part in re.split(rf"^{re.escape(_PROMPT)}", content, flags=re.MULTILINE)[1:]:
        line, *rest = part.splitlines()
        typed = tuple(each.removeprefix(_SAID) for each in rest if each.startswith(_SAID))
        yield Command(line, typed, tuple(each for each in rest if not each.startswith(_SAID)))


def _matching(lines: list[str], shown: tuple[str, ...]) -> list[str]:
    """The lines as the guide shows them, where they are alike."""
    patterns = [re.compile(".*".join(map(re.escape, line.split("…")))) for line in shown]
    if len(lines) != len(shown):
        return lines
    return [one if pattern.fullmatch(line) else line for one, pattern, line in zip(shown, patterns, lines, strict=True)]
