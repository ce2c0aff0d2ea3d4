"""Audio of fixed texts on disk: there after a restart, for all processes of this machine, of bounded size.

A file that is damaged, or of another format, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path

from parley.kit.files import FOLDER_MODE, write_atomically
from parley.kit.log import logger
from parley.providers.speech.audio_cache import Spoken
from parley.providers.speech.protocol import SAMPLE_BYTES, SpokenWord

log = logger(__name__)

MAGIC = b"parley-speech-1\n"
DIGEST_BYTES = 32
LENGTH_BYTES = 4
SIZE = 256 << 20
"""Bytes: about four hours of speech."""
LARGEST = 2 << 20
ROOM_AFTER_CLEANING = 0.8
UNTOUCHED_SECONDS = 24 * 3600.0
"""How old a file's time must be for a use to renew it: a write for each use would cost more than reading."""
ABANDONED_SECONDS = 3600.0


class PromptStore:
    """Its methods block, and may be called from any thread and by several processes on the same folder."""

    def __init__(self, folder: Path, size: int = SIZE) -> None:
        self._folder = folder
        self._size = size

    def get(self, key: Hashable) -> Spoken | None:
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        found = decode(content)
        with suppress(OSError):  # another process may have removed it
            if found is None:
                path.unlink(missing_ok=True)
            elif time.time() - path.stat().st_mtime > UNTOUCHED_SECONDS:
                os.utime(path)
        return found

    def put(self, key: Hashable, spoken: Spoken) -> None:
        content = encode(spoken)
        if len(content) > LARGEST:
            return
        try:
            self._folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            write_atomically(self._path(key), content)
            self._clean()
        except OSError as error:
            # A full disk makes calls slower to begin, and no worse.
            log.warning("prompt_not_stored", error=type(error).__name__)

    def has(self, key: Hashable) -> bool:
        return self._path(key).exists()

    def _path(self, key: Hashable) -> Path:
        return self._folder / hashlib.sha256(repr(key).encode()).hexdigest()

    def _clean(self) -> None:
        """What was not used for longest goes."""
        files: list[tuple[float, int, str]] = []
        with os.scandir(self._folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    found = entry.stat()
                    is_abandoned = entry.name.startswith(".") and time.time() - found.st_mtime > ABANDONED_SECONDS
                    files.append((0.0 if is_abandoned else found.st_mtime, found.st_size, entry.path))
        used = sum(size for _, size, _ in files)
        limit = self._size if used <= self._size else self._size * ROOM_AFTER_CLEANING
        for touched, size, path in sorted(files):
            if used <= limit and touched:
                break
            Path(path).unlink(missing_ok=True)
            used -= size


def encode(spoken: Spoken) -> bytes:
    words = json.dumps([[word.text, word.end] for word in spoken.words]).encode()
    payload = len(words).to_bytes(LENGTH_BYTES, "big") + words + spoken.audio
    return MAGIC + hashlib.sha256(payload).digest() + payload


def decode(content: bytes) -> Spoken | None:
    """None: it is not what was written."""
    start = len(MAGIC) + DIGEST_BYTES
    payload = content[start:]
    if not content.startswith(MAGIC) or hashlib.sha256(payload).digest() != content[len(MAGIC) : start]:
        return None
    words_end = LENGTH_BYTES + int.from_bytes(payload[:LENGTH_BYTES], "big")
    audio = payload[words_end:]
    words = tuple(SpokenWord(text, end) for text, end in json.loads(payload[LENGTH_BYTES:words_end]))
    return Spoken(audio, words) if audio and not len(audio) % SAMPLE_BYTES else None
