"""The engine: llama.cpp through xllamacpp, in this process. It listens on nothing that anybody else reaches."""

from __future__ import annotations

import importlib
import os
import resource
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

from parley.providers.local_model import wire
from parley.providers.local_model.catalogue import ENGINE, MODELS
from parley.providers.local_model.engine import EngineRefused
from parley.providers.local_model.prompt import STOP

CONTEXT = 8192
PROMPT_CACHE_MB = 512
"""Computed prefixes of other conversations than the newest."""
SPARE_BYTES = 1 << 30
"""Beside the weights, which may lie there twice, and the cache: the context, buffers and the interpreter."""


class LlamaEngine:
    def __init__(self, name: str, threads: int) -> None:
        xllamacpp = importlib.import_module(ENGINE)
        model = MODELS[name]
        bound = 2 * model.size + (PROMPT_CACHE_MB << 20) + SPARE_BYTES
        resource.setrlimit(resource.RLIMIT_DATA, (bound, bound))
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(model.path())
        parameters.n_ctx = CONTEXT
        parameters.n_parallel = 1
        parameters.cache_ram_mib = PROMPT_CACHE_MB
        for cpu in (parameters.cpuparams, parameters.cpuparams_batch):
            cpu.n_threads = threads
            cpu.poll = 0  # a thread that waits in a loop takes the processor from those who work
        parameters.warmup = False
        parameters.verbosity = -1
        # It always opens its HTTP server. A socket in a folder of our own instead of a port that everybody can reach.
        self._folder = tempfile.mkdtemp(prefix="parley-model-")
        address = os.path.join(self._folder, "engine.sock")
        parameters.hostnames = [address]
        self._server = xllamacpp.Server(parameters)
        # Nobody needs it, and a process that is killed could not remove it.
        os.unlink(address)
        os.rmdir(self._folder)

    def generate(self, task: wire.Task, said: Callable[[str], bool]) -> wire.Usage:
        body = {
            "prompt": task.prompt,
            "grammar": task.grammar,
            "max_tokens": task.max_tokens,
            "temperature": task.temperature,
            "stop": [STOP],
            "stream": True,
            "cache_prompt": True,
            # The same answer to the same question, for tests.
            "seed": 1,
        }
        last: dict[str, Any] = {}
        failures: list[str] = []

        def heard(chunk: Mapping[str, Any]) -> bool:
            if error := chunk.get("error"):
                failures.append(str(error.get("type", "error")))
                return True
            if "timings" in chunk:
                last.update(chunk)
            return said("".join(choice.get("text") or "" for choice in chunk.get("choices", ())))

        self._server.handle_completions(body, heard)
        if failures:
            raise EngineRefused(failures[0])
        return _usage(last)


def _usage(chunk: Mapping[str, Any]) -> wire.Usage:
    timings = chunk.get("timings") or {}
    return wire.Usage(
        prompt=int(timings.get("prompt_n", 0)),
        cached=int(timings.get("cache_n", 0)),
        generated=int(timings.get("predicted_n", 0)),
    )
