"""How long `parley up` takes to serve, the second time."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.table import Row

LIMIT_SECONDS = 60


def _start(data: str) -> float:
    arguments = [sys.executable, "-m", "parley.cli.main", "up", "--data", data, "--platform-port", "0"]
    begun = time.monotonic()
    process = subprocess.Popen([*arguments, "--build-port", "0"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        is_running = any("is running" in line for line in process.stdout)
        took = time.monotonic() - begun
    finally:
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
        process.wait(LIMIT_SECONDS)
    if not is_running:
        raise RuntimeError(f"parley up ended with status {process.returncode} instead of starting")
    return took


def run() -> list[Row]:
    data = tempfile.mkdtemp(prefix="parley-bench-")
    try:
        first = _start(data)
        again = min(_start(data) for _ in range(2))
    finally:
        shutil.rmtree(Path(data), ignore_errors=True)
    return [Row("start: seconds to serve, second start (beside the first)", again, first, "s", at_most=5)]
