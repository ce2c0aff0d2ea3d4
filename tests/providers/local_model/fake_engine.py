"""An engine's process that does what its prompt says: answers in pieces, hangs, dies, refuses."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from parley.providers.local_model import child, wire
from parley.providers.local_model.engine import EngineRefused


class FakeEngine:
    def generate(self, task: wire.Task, said: Callable[[str], bool]) -> wire.Usage:
        what, _, rest = task.prompt.partition(" ")
        if what == "die" or (what == "die-once" and not _exists(Path(rest))):
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "hang":
            said("begun")
            signal.pause()
        if what == "refuse":
            raise EngineRefused("exceed_context_size_error")
        if what == "break":
            raise ValueError("what somebody said")
        if what == "endless":
            while not said("on and "):
                time.sleep(0.001)
            return wire.Usage()
        for word in (rest or "well done").split():
            said(f"{word} ")
        return wire.Usage(prompt=5, cached=3, generated=2)


def _exists(path: Path) -> bool:
    """And does so from now on."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return True
    return False


if __name__ == "__main__":
    child.serve(socket.socket(fileno=int(sys.argv[1])), FakeEngine())
