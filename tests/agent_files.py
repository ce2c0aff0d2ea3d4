"""Agents of tests stand in a text each, every file under `=== path`, because they are no modules of ours."""

from __future__ import annotations

import re


def split_files(text: str) -> dict[str, str]:
    parts = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))
