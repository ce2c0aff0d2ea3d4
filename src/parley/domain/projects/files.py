"""A project's files as one immutable value: read from a folder, addressed by content, packed for the database."""

from __future__ import annotations

import hashlib
import os
import stat
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from parley.domain.projects.model import Problem
from parley.kit.errors import ParleyError

IGNORED_FOLDERS = frozenset({"__pycache__", "node_modules", "venv"})
# What `parley init` and `parley stubs` write for editors: nothing that the agent needs.
FOR_EDITORS = (
    *("_gen/schemas/", "_gen/typings/", "_gen/mypy.ini", "_gen/pyrightconfig.json"),
    *("_gen/__init__.pyi", "_gen/_conversation.pyi", "_gen/_values.pyi", "_gen/_project.pyi"),
)
# Hidden, and yet part of a project: the snapshot of its last pull, from which variants have their ids.
KEPT_HIDDEN = "_gen/.agent_studio_config"

_MAGIC = b"PLB1"
_LENGTHS = struct.Struct(">IQ")


@dataclass(frozen=True, slots=True)
class Limits:
    files: int = 5_000
    file_bytes: int = 4 * 1024 * 1024
    total_bytes: int = 32 * 1024 * 1024
    path_bytes: int = 512


LIMITS = Limits()


class BadBundle(ParleyError):
    """The packed project could not be read back."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files by POSIX path relative to the project's root, sorted. Made by `bundle_files`, `read_folder` or `unpack`."""

    files: Mapping[str, bytes]

    @property
    def address(self) -> str:
        """SHA-256 over paths and bytes: equal for equal content, whatever the times and the order on disk."""
        digest = hashlib.sha256()
        for chunk in _frames(self):
            digest.update(chunk)
        return digest.hexdigest()


def bundle_files(files: Mapping[str, bytes], limits: Limits = LIMITS) -> tuple[Bundle | None, list[Problem]]:
    """The bundle of these files, without what a project never contains; None when one of the limits is exceeded."""
    kept: dict[str, bytes] = {}
    problems: list[Problem] = []
    total = 0
    # Sorted, so that equal content has one address whatever the order on disk.
    for path in sorted(files):
        if is_ignored(path):
            continue
        if complaint := path_complaint(path, limits):
            problems.append(Problem(printable(path), 1, complaint))
        elif len(files[path]) > limits.file_bytes:
            problems.append(_too_large(path, limits))
        else:
            kept[path] = files[path]
            total += len(files[path])
    if len(kept) > limits.files:
        problems.append(Problem("", 1, f"the project has more than {limits.files} files"))
    if total > limits.total_bytes:
        problems.append(_total_too_large(limits))
    return (None if problems else Bundle(MappingProxyType(kept))), problems


def read_folder(root: Path, limits: Limits = LIMITS) -> tuple[Bundle | None, list[Problem]]:
    """Read a project's folder. Links that lead out of it are refused; links to folders inside it are not followed."""
    if not root.is_dir():
        return None, [Problem("", 1, "this is not a folder")]
    found: dict[str, bytes] = {}
    problems: list[Problem] = []
    total = 0
    for path, file in _walk(root, problems):
        # One step past the limit is enough for `bundle_files` to refuse; the rest need not be read.
        if len(found) > limits.files or total > limits.total_bytes:
            break
        try:
            content = _read(file, limits)
        except OSError as error:
            problems.append(Problem(printable(path), 1, f"the file cannot be read ({error.strerror or 'error'})"))
            continue
        if content is None:
            problems.append(Problem(printable(path), 1, "this is not an ordinary file and is ignored", fatal=False))
            continue
        found[path] = content
        total += len(content)
    bundle, complaints = bundle_files(found, limits)
    problems = sorted({*problems, *complaints, *find_collisions(path for path in found if not path_complaint(path))})
    return (None if any(p.fatal for p in problems) else bundle), problems


def is_ignored(path: str) -> bool:
    if path == KEPT_HIDDEN:
        return False
    hidden = (part.startswith(".") and part not in (".", "..") for part in path.split("/"))
    return any(hidden) or path.startswith(FOR_EDITORS) or not IGNORED_FOLDERS.isdisjoint(path.split("/"))


def pack(bundle: Bundle) -> bytes:
    """A compressed form that `unpack` reads back, in this process or another one."""
    return _MAGIC + zlib.compress(b"".join(_frames(bundle)), 6)


def unpack(data: bytes, limits: Limits = LIMITS) -> Bundle:
    """The bundle packed in `data`; never grows beyond the limits while reading it."""
    if not data.startswith(_MAGIC):
        raise BadBundle
    bound = limits.total_bytes + limits.files * (limits.path_bytes + _LENGTHS.size)
    inflate = zlib.decompressobj()
    try:
        # One byte more than there may be tells what is too large from what just fits.
        plain = inflate.decompress(data[len(_MAGIC) :], bound + 1)
    except zlib.error:
        raise BadBundle from None
    # Cut off, or with something behind it: this is not what `pack` made.
    if len(plain) > bound or not inflate.eof or inflate.unused_data:
        raise BadBundle
    bundle, problems = bundle_files(_unframe(plain), limits)
    if bundle is None or problems:
        raise BadBundle
    return bundle


def _frames(bundle: Bundle) -> Iterator[bytes]:
    for path, content in bundle.files.items():
        name = path.encode()
        yield _LENGTHS.pack(len(name), len(content))
        yield name
        yield content


def _unframe(plain: bytes) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    at = 0
    while at < len(plain):
        if at + _LENGTHS.size > len(plain):
            raise BadBundle
        name_length, length = _LENGTHS.unpack_from(plain, at)
        at += _LENGTHS.size
        end = at + name_length + length
        if end > len(plain):
            raise BadBundle
        try:
            name = plain[at : at + name_length].decode()
        except UnicodeDecodeError:
            raise BadBundle from None
        # `pack` writes neither, and `bundle_files` would drop the second without a word.
        if name in files or is_ignored(name):
            raise BadBundle
        files[name] = plain[at + name_length : end]
        at = end
    return files


def _walk(root: Path, problems: list[Problem]) -> Iterator[tuple[str, Path]]:
    home = root.resolve()
    for folder, folders, names in os.walk(home):
        here = Path(folder)
        prefix = "" if here == home else here.relative_to(home).as_posix() + "/"
        # `os.walk` lists links to folders among the folders.
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in links and not is_ignored(name))
        for name in sorted([*names, *links]):
            path = prefix + name
            if is_ignored(path):
                continue
            file = here / name
            if file.is_symlink() and not file.resolve().is_relative_to(home):
                problems.append(Problem(printable(path), 1, "this link leads out of the project's folder"))
            elif name in links:
                problems.append(Problem(printable(path), 1, "links to folders are not followed", fatal=False))
            else:
                yield path, file


def _read(file: Path, limits: Limits) -> bytes | None:
    """The bytes, at most one more than the limit; None for what is not an ordinary file (a pipe, a device)."""
    # Before it is opened: a pipe would wait for a writer who never comes.
    if not stat.S_ISREG(file.stat().st_mode):
        return None
    with file.open("rb") as opened:
        return opened.read(limits.file_bytes + 1)


def find_collisions(paths: Iterable[str]) -> list[Problem]:
    """Names that some file systems cannot tell apart, and files where there are folders of that name too. Only asked of
    what is new: a project that was deployed before is read as it is."""
    first: dict[str, str] = {}
    problems: list[Problem] = []
    known = sorted(paths)
    folders = {_folded(folder) for path in known for folder in _parents(path)}
    for path in known:
        other = first.setdefault(_folded(path), path)
        if other != path:
            problems.append(Problem(printable(path), 1, f"this name differs from {printable(other)} only in its case"))
        elif _folded(path) in folders:
            problems.append(Problem(printable(path), 1, "this is the name of a folder too"))
    return problems


def _parents(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _folded(path: str) -> str:
    # As file systems of macOS and Windows compare names.
    return unicodedata.normalize("NFC", path).casefold()


def path_complaint(path: str, limits: Limits = LIMITS) -> str | None:
    try:
        # A name on disk that is no UTF-8 comes from the system with lone surrogates in it.
        length = len(path.encode())
    except UnicodeEncodeError:
        return "the file's name is not valid UTF-8"
    if length > limits.path_bytes:
        return f"the path is longer than {limits.path_bytes} bytes"
    if "\\" in path or any(ord(c) < 32 for c in path) or any(part in ("", ".", "..") for part in path.split("/")):
        return "this is not a relative path with forward slashes"
    return None


def printable(path: str) -> str:
    return path.encode("utf-8", "replace").decode()


def _too_large(path: str, limits: Limits) -> Problem:
    return Problem(path, 1, f"the file is larger than {limits.file_bytes} bytes")


def _total_too_large(limits: Limits) -> Problem:
    return Problem("", 1, f"the files together are larger than {limits.total_bytes} bytes")
