"""A child process that runs a module of ours and talks with us over a socket pair. It ends when our end is closed."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys

PASSED_ENVIRONMENT = ("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
"""Variables that a child gets. It has no use for the rest, which holds passwords."""


class ChildProcess:
    def __init__(self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self._process = process
        self.reader = reader
        self.writer = writer

    @classmethod
    async def start(cls, module: str, *arguments: str) -> ChildProcess:
        """The child finds the descriptor of its end as the first argument. Raises `OSError`."""
        ours, theirs = socket.socketpair()
        # The current folder may be an agent's, from anybody: no module is taken from there.
        command = [sys.executable, "-P", "-m", module, str(theirs.fileno()), *arguments]
        environment = {name: os.environ[name] for name in PASSED_ENVIRONMENT if name in os.environ}
        try:
            # Off the loop: starting a process takes milliseconds, and everybody would wait.
            process = await asyncio.to_thread(
                subprocess.Popen,
                command,
                pass_fds=(theirs.fileno(),),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                # Signals to our group are not for it: we end it ourselves. Not a session of its own: where the kernel
                # shares processors out among sessions, a child could not be of lower priority than its parent.
                process_group=0,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return cls(process, *await asyncio.open_connection(sock=ours))

    @property
    def pid(self) -> int:
        return self._process.pid

    async def kill(self) -> None:
        self._process.kill()
        self.writer.close()
        await asyncio.to_thread(self._process.wait)
