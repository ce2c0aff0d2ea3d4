from __future__ import annotations

import codecs

import pytest

from parley.domain.deployments.contents import LARGEST_SHOWN, FileEntry, list_files, read_file
from parley.domain.projects.files import Bundle


def test_every_file_is_listed_and_said_to_be_text_or_not() -> None:
    bundle = Bundle({"a.txt": "é".encode(), "b.png": b"\x89PNG\xff", "c.bin": b"a\x00b", "d.txt": b""})
    assert list(list_files(bundle)) == [
        FileEntry("a.txt", 2, True),
        FileEntry("b.png", 5, False),
        FileEntry("c.bin", 3, False),
        FileEntry("d.txt", 0, True),
    ]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        (codecs.BOM_UTF8 + b"x", "x"),
        (codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), "é"),
        (b"\xff", ""),
    ],
)
def test_a_text_is_decoded_as_projects_are(content: bytes, text: str) -> None:
    found = read_file(Bundle({"a": content}), "a")
    assert found is not None
    assert (found.text, found.is_cut) == (text, False)


@pytest.mark.slow
def test_a_long_text_ends_with_a_whole_line() -> None:
    found = read_file(Bundle({"a": "Grüße\n".encode() * LARGEST_SHOWN}), "a")
    assert found is not None
    assert found.is_cut
    assert set(found.text.split("\n")) == {"Grüße", ""}
    assert LARGEST_SHOWN - 10 < len(found.text.encode()) <= LARGEST_SHOWN
    whole = read_file(Bundle({"a": b"x" * (LARGEST_SHOWN + 1)}), "a")
    assert whole is not None
    assert whole.text == "x" * LARGEST_SHOWN


def test_what_is_not_there_is_not_read() -> None:
    assert read_file(Bundle({"a": b""}), "b") is None
