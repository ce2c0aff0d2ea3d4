"""A worker that answers with the length of the audio it was given, and behaves as its first byte says."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path

from parley.providers.recognition import worker

HANG, DIE, FAIL, DIE_ONCE = b"H", b"D", b"F", b"1"


class FakeDecoder:
    def transcribe(self, pcm: bytes, language: str, rate: int) -> str:
        behaviour, rest = pcm[:1], pcm[1:]
        if behaviour == HANG:
            signal.pause()
        if behaviour == FAIL:
            raise ValueError("what somebody said")
        if behaviour == DIE or (behaviour == DIE_ONCE and not _exists(Path(rest.decode()))):
            os.kill(os.getpid(), signal.SIGKILL)
        return str(len(pcm))


def _exists(path: Path) -> bool:
    """And does so from now on."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return True
    return False


if __name__ == "__main__":
    worker.serve(socket.socket(fileno=int(sys.argv[1])), FakeDecoder())
