"""`credentials.json`: addresses and keys of the demo project, for people and scripts; readable by its owner only."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import orjson

FILE = "credentials.json"


def write(data: Path, content: dict[str, Any]) -> Path:
    """Replaces the file whole: nobody ever reads half of it, and it is never wider than 0600."""
    path = data / FILE
    partial = data / f".{FILE}.new"
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        os.fchmod(out.fileno(), 0o600)
        out.write(orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    partial.replace(path)
    return path


def read(data: Path) -> dict[str, Any]:
    """What an earlier start wrote; empty when there is none or it cannot be understood."""
    try:
        content = orjson.loads((data / FILE).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return content if isinstance(content, dict) else {}
