"""The main program of a template: imports everything, then forks a child whenever the supervisor wants one."""

from __future__ import annotations

import gc
import importlib
import os
import socket
import sys
from contextlib import suppress

from parley.cli import main as command_line
from parley.cli.supervision import fork_server
from parley.kit.tls import authorities

ROLES = ("parley.cli.roles", "parley.cli.voice.command", "parley.telephony.server")
FIRST_NEEDED = ("anyio._backends._asyncio", "uvicorn.protocols.http.httptools_impl", "uvicorn.lifespan.off")
"""What libraries import only when they are used first, which is while a client waits."""


def main() -> None:
    supervisor = os.getppid()
    control = socket.socket(fileno=int(sys.argv[-1]))
    for module in (*ROLES, *FIRST_NEEDED):
        with suppress(ImportError):  # calls need an extra that may not be installed
            importlib.import_module(module)
    authorities()
    # Frozen before the first fork: a collection in a child would write to all objects and end the sharing of memory.
    gc.collect()
    gc.freeze()
    control.send(b"ready")
    if fork_server.serve_forks(control, supervisor):
        command_line.main()


if __name__ == "__main__":
    main()
