"""What runs workers."""

from __future__ import annotations

from typing import Any


class WorkerRunner:
    def __init__(self, *, handle_sigint: bool) -> None:
        self._workers: list[Any] = []

    async def add_workers(self, *workers: Any) -> None:
        self._workers += workers

    async def run(self) -> None:
        for worker in self._workers:
            await worker.run()
