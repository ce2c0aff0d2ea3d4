"""POSIX access control lists as Linux keeps them in `system.posix_acl_access`: values only, no I/O."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

READ, WRITE, SEARCH = 4, 2, 1

_VERSION = struct.Struct("<I")
_ENTRY = struct.Struct("<HHI")
_SUPPORTED_VERSION = 2
_NO_ID = 0xFFFFFFFF


class Tag(IntEnum):
    OWNER = 0x01
    USER = 0x02
    OWNING_GROUP = 0x04
    GROUP = 0x08
    MASK = 0x10
    OTHER = 0x20


_MASKED = frozenset({Tag.USER, Tag.OWNING_GROUP, Tag.GROUP})


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    tag: Tag
    id: int
    permissions: int


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose permission is asked for."""

    uid: int
    gid: int


Acl = tuple[Entry, ...]


def from_mode(mode: int) -> Acl:
    """What a plain file mode says."""
    return (
        Entry(Tag.OWNER, _NO_ID, mode >> 6 & 7),
        Entry(Tag.OWNING_GROUP, _NO_ID, mode >> 3 & 7),
        Entry(Tag.OTHER, _NO_ID, mode & 7),
    )


def decode(raw: bytes) -> Acl:
    (version,) = _VERSION.unpack_from(raw)
    if version != _SUPPORTED_VERSION:
        raise ValueError(f"unknown ACL version {version}")
    return tuple(Entry(Tag(tag), id_, bits) for tag, bits, id_ in _ENTRY.iter_unpack(raw[_VERSION.size :]))


def encode(acl: Acl) -> bytes:
    # The kernel refuses a list whose entries are not in this order.
    return _VERSION.pack(_SUPPORTED_VERSION) + b"".join(_ENTRY.pack(e.tag, e.permissions, e.id) for e in sorted(acl))


def permits(acl: Acl, owner: Subject, subject: Subject, wanted: int) -> bool:
    """The kernel's own order: owner, named user, groups, others."""
    if subject.uid == owner.uid:
        return _covers(_only(acl, Tag.OWNER), wanted)
    mask = _mask(acl)
    named = [e.permissions & mask for e in acl if e.tag is Tag.USER and e.id == subject.uid]
    if named:
        return _covers(named, wanted)
    groups = [e.permissions & mask for e in acl if _is_group_of(e, owner, subject)]
    return _covers(groups or _only(acl, Tag.OTHER), wanted)


def grant(acl: Acl, uid: int, wanted: int) -> Acl:
    """The same list in which this user has `wanted` too. Nobody else gains by the wider mask."""
    mask = _mask(acl)
    clipped = [replace(e, permissions=e.permissions & mask) if e.tag in _MASKED else e for e in acl]
    others = [e for e in clipped if e.tag is not Tag.MASK and (e.tag, e.id) != (Tag.USER, uid)]
    had = next((e.permissions for e in clipped if (e.tag, e.id) == (Tag.USER, uid)), 0)
    entries = [*others, Entry(Tag.USER, uid, had | wanted)]
    union = 0
    for entry in entries:
        union |= entry.permissions if entry.tag in _MASKED else 0
    return tuple(sorted([*entries, Entry(Tag.MASK, _NO_ID, union)]))


def _is_group_of(entry: Entry, owner: Subject, subject: Subject) -> bool:
    if entry.tag is Tag.OWNING_GROUP:
        return owner.gid == subject.gid
    return entry.tag is Tag.GROUP and entry.id == subject.gid


def _mask(acl: Acl) -> int:
    return next(iter(_only(acl, Tag.MASK)), READ | WRITE | SEARCH)


def _only(acl: Acl, tag: Tag) -> list[int]:
    return [e.permissions for e in acl if e.tag is tag]


def _covers(candidates: Iterable[int], wanted: int) -> bool:
    return any(bits & wanted == wanted for bits in candidates)
