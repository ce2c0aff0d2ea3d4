"""Zip archives. Those from outside are read whole, or refused with the name of the entry that is at fault."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Mapping, Sequence

from parley.domain.deployments.model import DeploymentsValidationFailed
from parley.domain.projects.files import LIMITS, path_complaint, printable
from parley.kit.errors import FieldError, ValidationFailed

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files may be compressed. The others take far more memory to read than what comes out of them."""
UNREADABLE = (
    zipfile.BadZipFile,  # it is none, or a checksum is wrong
    zlib.error,  # what was deflated is damaged
    EOFError,  # a file ends too early
    RuntimeError,  # a file is encrypted; NotImplementedError, which is one: it is patched or needs a newer reader
    ValueError,  # a name is not the UTF-8 that it claims to be, or something is said to be before the beginning
)
"""What `zipfile` raises for an archive that is at fault."""

ENCRYPTED = 0x1
LINKED = (0x000D, 0x756E)
"""Extra fields of Unix archivers that say what an entry is a link to."""
KINDS = {stat.S_IFLNK: "a symbolic link", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFIFO: "a pipe"}
# What unpacks to less harms nobody, whatever its ratio.
SMALL = 1 << 20
MOST_RATIO = 200
"""Texts that somebody wrote shrink to a tenth, tables to a fiftieth."""
NAME_SHOWN = 200


def unzip(raw: bytes) -> dict[str, bytes]:
    """Entries are looked at before anything is unpacked, and no more is read than was announced."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = _check_entries(archive.infolist())
            files = {entry.filename: _read_entry(archive, entry) for entry in entries}
    except UNREADABLE:
        raise ValidationFailed(fields=[FieldError("body", "is not a zip archive that can be read")]) from None
    return _strip_root(files)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The same bytes for the same files."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return raw.getvalue()


def _check_entries(found: Sequence[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """Those that are files. Raises for the first that is not allowed."""
    # Not `is_dir`, which breaks on an entry without a name: that one is refused with the paths.
    entries = [entry for entry in found if not entry.filename.endswith("/")]
    total = sum(entry.file_size for entry in entries)
    # Folders are entries too: as many again are allowed for them.
    if len(found) > 2 * LIMITS.files or len(entries) > LIMITS.files or total > LIMITS.total_bytes:
        raise DeploymentsValidationFailed("The archive holds more than a project may.")
    if any(entry.compress_type not in METHODS for entry in entries):
        raise ValidationFailed(fields=[FieldError("body", "holds files that are neither stored nor deflated")])
    seen: set[str] = set()
    for entry in found:
        if complaint := _complaint(entry, seen):
            name = printable(entry.orig_filename[:NAME_SHOWN])
            raise ValidationFailed(fields=[FieldError("body", f"holds {name!r}, which {complaint}")])
        seen.add(entry.filename)
    return entries


def _complaint(entry: zipfile.ZipInfo, seen: set[str]) -> str | None:
    if (kind := _kind(entry)) is not None:
        return f"is {kind}: an archive may hold files and folders only"
    if entry.flag_bits & ENCRYPTED:
        return "is encrypted"
    # The name as it was written: `zipfile` cuts it off at U+0000.
    if path_complaint(entry.orig_filename.removesuffix("/")) is not None:
        return "is not a relative path with forward slashes inside the project"
    if entry.filename in seen:
        return "is there more than once"
    if entry.file_size > SMALL and entry.file_size > MOST_RATIO * entry.compress_size:
        return f"becomes more than {MOST_RATIO} times larger when it is unpacked"
    return None


def _kind(entry: zipfile.ZipInfo) -> str | None:
    """What it is, if that is neither a file nor a folder."""
    mode = stat.S_IFMT(entry.external_attr >> 16)
    if mode not in (0, stat.S_IFREG, stat.S_IFDIR):
        return KINDS.get(mode, "no ordinary file")
    return "a link" if _has_link_target(entry.extra) else None


def _has_link_target(extra: bytes) -> bool:
    while len(extra) >= 4:
        field, size = int.from_bytes(extra[:2], "little"), int.from_bytes(extra[2:4], "little")
        # What is always there: two times and two ids, or checksum, mode, size and two ids. A target comes after it.
        fixed = 12 if field == LINKED[0] else 14
        if field in LINKED and size > fixed:
            return True
        extra = extra[4 + size :]
    return False


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        return file.read(entry.file_size)


def _strip_root(files: dict[str, bytes]) -> dict[str, bytes]:
    """An archive of the folder itself has everything one level down."""
    roots = [path for path in files if path.rpartition("/")[2] == "project.yaml"]
    root = min(roots, key=len, default="").removesuffix("project.yaml")
    return {path.removeprefix(root): content for path, content in files.items() if path.startswith(root)}
