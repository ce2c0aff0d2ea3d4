"""A reply in the form in which every model gives one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from parley.providers.llm.protocol import Piece, Request, Text, ToolCall
from parley.providers.llm.scripted import in_pieces


def pieces(request: Request, text: str, tool: str | None, arguments: Mapping[str, Any]) -> Iterator[Piece]:
    for piece in in_pieces(json.dumps({"reply": text}) if request.json_reply else text):
        yield Text(piece)
    if tool:
        yield ToolCall(f"local_{len(request.messages)}", tool, json.dumps(dict(arguments)))
