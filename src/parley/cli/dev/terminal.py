"""Lines that somebody types, while others are printed."""

from __future__ import annotations

import asyncio
import sys
from threading import Thread
from typing import TextIO

from rich.text import Text

from parley.cli.operator import console

PROMPT = "you   "


class Terminal:
    """Reads in a thread of its own, which the end of the program does not wait for: it waits for a person."""

    def __init__(self, source: TextIO = sys.stdin) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_waiting = False
        Thread(target=self._read, name="terminal", daemon=True).start()

    async def read(self) -> str | None:
        """The next line; None at the end of the input."""
        self._is_waiting = True
        self._show_prompt()
        try:
            return await self._lines.get()
        finally:
            self._is_waiting = False

    def show(self, *lines: Text) -> None:
        """Above the line that is being typed, if one is."""
        if self._is_waiting and self._source.isatty():
            console.print()
        for line in lines:
            console.print(line, soft_wrap=True, highlight=False)
        if self._is_waiting:
            self._show_prompt()

    def _show_prompt(self) -> None:
        console.print(Text(PROMPT, "bold"), end="")

    def _read(self) -> None:
        for line in self._source:
            self._tell(line.rstrip("\r\n"))
        self._tell(None)

    def _tell(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
