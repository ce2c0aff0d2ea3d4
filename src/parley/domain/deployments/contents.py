"""The files of a version, as people read them. Pure."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass

from parley.domain.projects.files import Bundle

LARGEST_SHOWN = 512 * 1024
"""Bytes of one file; the rest is left out, and said to be."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    path: str
    size: int
    is_text: bool


@dataclass(frozen=True, slots=True)
class FileContent:
    entry: FileEntry
    text: str
    """Empty for what is no text. Line ends are plain newlines."""
    is_cut: bool


def list_files(bundle: Bundle) -> Iterator[FileEntry]:
    for path, content in bundle.files.items():
        yield FileEntry(path, len(content), decode_text(content) is not None)


def read_file(bundle: Bundle, path: str) -> FileContent | None:
    """None: there is no such file."""
    content = bundle.files.get(path)
    if content is None:
        return None
    text = decode_text(content)
    entry = FileEntry(path, len(content), text is not None)
    text = (text or "").replace("\r\n", "\n").replace("\r", "\n")
    shown = text.encode()[:LARGEST_SHOWN].decode("utf-8", "ignore")
    is_cut = len(shown) < len(text)
    # To the end of a line, unless there is none.
    return FileContent(entry, shown[: shown.rfind("\n") + 1] or shown if is_cut else shown, is_cut)


def decode_text(content: bytes) -> str | None:
    """As project files are decoded; None for what is no text."""
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
