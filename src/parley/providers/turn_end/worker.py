"""The main program of the process that judges turns, one at a time. `embedded` is the other end."""

from __future__ import annotations

import sys

from parley.providers.recognition.worker import main
from parley.providers.turn_end.smart_turn import SmartTurn
from parley.providers.turn_end.weights import find_smart_turn

NICENESS = 19
"""It is a hint: calls come first, and so do the words of whom it judges. Where nothing is left for it, it is late."""


class TurnEndDecoder:
    def __init__(self) -> None:
        self._model = SmartTurn(find_smart_turn())

    def transcribe(self, pcm: bytes, language: str, rate: int) -> str:
        """The probability, written out: a worker answers with text. The language makes no difference."""
        return f"{self._model.judge(pcm, rate):.4f}"


if __name__ == "__main__":
    main(int(sys.argv[1]), TurnEndDecoder, NICENESS)
