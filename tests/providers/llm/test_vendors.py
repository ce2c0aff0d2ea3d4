"""Other vendors through the optional library, played here by a stand-in of the same shape."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from parley.providers.llm.protocol import Message, ModelError, Piece, Request, Text, Tool, ToolCall
from parley.providers.llm.vendors import Vendor, VendorModel, load_library


class Chunk:
    def __init__(self, **delta: Any) -> None:
        self._delta = delta

    def model_dump(self) -> dict[str, Any]:
        return {"choices": [{"delta": self._delta}]}


class Library:
    class AnyLLMError(Exception):
        status_code = 429

    def __init__(self, *chunks: Chunk | Exception) -> None:
        self.chunks = chunks
        self.sent: list[dict[str, Any]] = []
        self.created: list[Any] = []
        self.AnyLLM = self

    def create(self, provider: str, **options: Any) -> Library:
        self.created.append((provider, options))
        return self

    async def acompletion(self, **body: Any) -> AsyncIterator[Chunk]:
        self.sent.append(body)

        async def stream() -> AsyncIterator[Chunk]:
            for chunk in self.chunks:
                if isinstance(chunk, Exception):
                    raise chunk
                yield chunk

        return stream()


async def ask(library: Library) -> list[Piece]:
    model = VendorModel(Vendor("anthropic", "haiku", "sk-secret"), load=lambda: library, new_id=lambda: "new")
    return [piece async for piece in model.stream(Request([Message("user", "hi")], [Tool("book", "")]))]


async def test_chunks_become_pieces() -> None:
    call = {"index": 0, "id": None, "function": {"name": "book", "arguments": "{}"}}
    library = Library(Chunk(content="Hi"), Chunk(tool_calls=[call]))
    assert await ask(library) == [Text("Hi"), ToolCall("new", "book", "{}")]
    options = {"api_key": "sk-secret", "api_base": None, "unified_exceptions": True}
    assert library.created == [("anthropic", options)]
    assert (library.sent[0]["model"], library.sent[0]["stream"]) == ("haiku", True)


async def test_the_library_s_errors_are_ours_without_their_text() -> None:
    with pytest.raises(ModelError) as error:
        await ask(Library(Library.AnyLLMError("sk-secret and hi")))
    assert str(error.value) == "anthropic/haiku: AnyLLMError (status 429)"


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "any_llm", None)
    with pytest.raises(ModelError, match=r"parley\[vendors\]"):
        load_library()
