"""A worker that answers with what it was given as text."""

from __future__ import annotations

import socket
import sys

from parley.providers.recognition import worker


class FakeDecoder:
    def transcribe(self, pcm: bytes, language: str, rate: int) -> str:
        if pcm == b"fail":
            raise ValueError("what somebody said")
        return pcm.decode() or str(rate / 100_000)


if __name__ == "__main__":
    worker.serve(socket.socket(fileno=int(sys.argv[1])), FakeDecoder())
