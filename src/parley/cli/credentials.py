"""`credentials.json`: addresses and keys of the demo project, for people and scripts; readable by its owner only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from parley.kit import files

FILE = "credentials.json"


def write(data: Path, content: dict[str, Any]) -> Path:
    path = data / FILE
    files.write_atomically(path, orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return path


def read(data: Path) -> dict[str, Any]:
    """What an earlier start wrote; empty when there is none or it cannot be understood."""
    try:
        content = orjson.loads((data / FILE).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return content if isinstance(content, dict) else {}
