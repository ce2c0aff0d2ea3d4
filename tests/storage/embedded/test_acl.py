from __future__ import annotations

import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.storage.embedded.acl import (
    READ,
    SEARCH,
    Acl,
    Entry,
    Subject,
    Tag,
    decode,
    encode,
    from_mode,
    grant,
    permits,
)
from tests.properties import examples

OWNER = Subject(uid=0, gid=0)
SERVER = Subject(uid=500, gid=500)
NO_ID = 0xFFFFFFFF

bits = st.integers(0, 7)
named = st.dictionaries(st.tuples(st.sampled_from([Tag.USER, Tag.GROUP]), st.integers(498, 502)), bits, max_size=4)


@st.composite
def acls(draw: st.DrawFn) -> Acl:
    entries: list[Entry] = [Entry(tag, id_, permissions) for (tag, id_), permissions in draw(named).items()]
    masked: bool = draw(st.booleans())
    if entries or masked:
        entries.append(Entry(Tag.MASK, NO_ID, draw(bits)))
    return tuple(sorted([*from_mode(draw(st.integers(0, 0o777))), *entries]))


subjects = st.builds(Subject, st.integers(498, 502), st.integers(498, 502))


@given(acls())
@examples(60)
def test_encoding_keeps_every_entry(acl: Acl) -> None:
    assert decode(encode(acl)) == acl


@given(acls(), st.sampled_from([READ, SEARCH, READ | SEARCH]))
@examples(60)
def test_a_grant_is_given_and_given_once(acl: Acl, wanted: int) -> None:
    granted = grant(acl, SERVER.uid, wanted)

    assert permits(granted, OWNER, SERVER, wanted)
    assert grant(granted, SERVER.uid, wanted) == granted


@given(acls(), subjects, bits)
@examples(120)
def test_nobody_else_gains_or_loses_by_a_grant(acl: Acl, somebody: Subject, wanted: int) -> None:
    if somebody.uid == SERVER.uid:
        return
    owner = Subject(uid=0, gid=499)

    assert permits(grant(acl, SERVER.uid, SEARCH), owner, somebody, wanted) == permits(acl, owner, somebody, wanted)


@pytest.mark.parametrize(
    ("mode", "subject", "allowed"),
    [
        (0o700, SERVER, False),
        (0o711, SERVER, True),
        (0o700, OWNER, True),
        (0o710, Subject(uid=500, gid=0), True),
        (0o701, Subject(uid=500, gid=0), False),
    ],
)
def test_a_plain_mode_is_read_as_the_kernel_reads_it(mode: int, subject: Subject, allowed: bool) -> None:
    assert permits(from_mode(stat.S_IFDIR | mode), OWNER, subject, SEARCH) is allowed


def test_the_layout_is_the_kernels() -> None:
    assert encode(grant(from_mode(0o700), 500, SEARCH)).hex() == (
        "02000000"
        "01000700ffffffff"  # user::rwx
        "02000100f4010000"  # user:500:--x
        "04000000ffffffff"  # group::---
        "10000100ffffffff"  # mask::--x
        "20000000ffffffff"  # other::---
    )


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 3"):
        decode(b"\x03\0\0\0")
