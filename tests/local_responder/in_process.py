"""The local responder in this process, for tests that need no child processes: the same answer to the same request."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from parley.local_responder.context import DialogContext
from parley.local_responder.model import split_reply
from parley.local_responder.policy.decision import decide_reply
from parley.local_responder.similarity import Similarity, term_similarity
from parley.providers.llm.protocol import Piece, Request


class InProcessResponder:
    name = "local"

    def __init__(self, similarity: Similarity = term_similarity) -> None:
        self._similarity = similarity

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        reply = decide_reply(DialogContext.from_request(request, self._similarity))
        for piece in split_reply(request, reply.text, reply.tool, reply.arguments):
            yield piece
