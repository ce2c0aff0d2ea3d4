"""Structured logs: one JSON object a line on a file or stderr (readable colours on a terminal).

Conversation text, keys and message bodies are never logged; callers pass ids and counts.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
import sys
import traceback
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import Any

import orjson
import structlog

MEGABYTE = 1 << 20


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """New files are their owner's alone."""

    def _open(self) -> TextIOWrapper:
        raw = FileIO(self.baseFilename, self.mode, opener=_open_private)
        return TextIOWrapper(BufferedWriter(raw), encoding=self.encoding, errors=self.errors)


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def logger(name: str) -> Any:
    return structlog.get_logger(name)


def configure(role: str, level: str = "info", file: Path | None = None) -> None:
    """Sets up logging for this process: to a rotating file when one is given, else to stderr."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = _PrivateFile(file, maxBytes=16 * MEGABYTE, backupCount=3)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # They log each address that is called and each start, in a form of their own.
    for noisy in ("httpx", "httpcore", "uvicorn", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    pretty = file is None and sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _add_role(role),
            structlog.dev.ConsoleRenderer() if pretty else _render_json,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def where(error: BaseException) -> list[str]:
    """Where an error came from, without its text, which may hold what people said."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def _add_role(role: str) -> structlog.typing.Processor:
    def add(_logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        event["role"] = role
        return event

    return add


def _render_json(_logger: Any, _method: str, event: structlog.typing.EventDict) -> str:
    return orjson.dumps(event, default=repr, option=orjson.OPT_NON_STR_KEYS).decode()
