"""How the supervisor starts a process of ours: with sockets it may use, and never left behind."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

PROGRAM = (sys.executable, "-P", "-m", "parley.cli.main")
PR_SET_PDEATHSIG = 1


class ChildProcess(Protocol):
    @property
    def pid(self) -> int: ...

    async def wait(self) -> int: ...


async def launch(
    program: Sequence[str], arguments: Sequence[str], descriptors: Mapping[str, int], environment: Mapping[str, str]
) -> asyncio.subprocess.Process:
    """`descriptors` by the option that tells the process of them."""
    told = [word for option, descriptor in descriptors.items() for word in (option, str(descriptor))]
    inherited = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
    return await asyncio.create_subprocess_exec(
        *program,
        *arguments,
        *told,
        stdin=asyncio.subprocess.DEVNULL,
        pass_fds=tuple(descriptors.values()),
        env={**inherited, **environment},
        # A Ctrl-C on the terminal is for the supervisor, which stops its children in order.
        start_new_session=True,
        preexec_fn=partial(die_with_parent, os.getpid()),
    )


_NOT_PASSED_ON = ("PYTHONDONTWRITEBYTECODE",)
"""A child that compiled everything anew at each start would take seconds longer to replace a dead one."""
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """Runs in the child before it becomes `parley`: a supervisor that is killed must not leave servers behind."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was killed before we asked to be told
            os._exit(1)
