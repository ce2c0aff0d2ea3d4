"""Forms are read as they were sent, whatever is in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.errors import ValidationFailed
from parley.web.multipart import MOST_PARTS, Part, read_parts

HEADERS = {"content-type": 'multipart/form-data; charset=utf-8; boundary="a b"'}
MARK = b"--a b"


def form(*parts: tuple[str, bytes]) -> bytes:
    written = (MARK + b"\r\nContent-Disposition: form-data; " + head.encode() + b"\r\n\r\n" + content + b"\r\n"
               for head, content in parts)  # fmt: skip
    return b"".join(written) + MARK + b"--\r\n"


@given(st.lists(st.binary(max_size=60).filter(lambda content: MARK not in content), max_size=4))
def test_what_was_sent_is_read(contents: list[bytes]) -> None:
    sent = form(*((f'name="p{number}"; filename="f{number}"', content) for number, content in enumerate(contents)))
    assert read_parts(sent, HEADERS) == {
        f"p{number}": Part(content, f"f{number}") for number, content in enumerate(contents)
    }


def test_a_name_is_not_a_file_name_and_the_first_of_two_counts() -> None:
    sent = form(('filename="x"; name="file"', b"1"), ('name="file"', b"2"), ('name="settings"', b"{}"))
    assert read_parts(sent, HEADERS) == {"file": Part(b"1", "x"), "settings": Part(b"{}")}


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        MARK,
        MARK + b"\r\n\r\n",
        MARK + b"\r\n\r\n\r\n" + MARK + b"--",
        form(("nothing", b"")),
        form(*((f'name="{number}"', b"") for number in range(MOST_PARTS + 1))),
        form(('name="x"' + " " * 5_000, b"")),
        form(('name="x"', b""))[:-6],
    ],
)
def test_what_is_no_form_is_refused(sent: bytes) -> None:
    with pytest.raises(ValidationFailed):
        read_parts(sent, HEADERS)


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=;"]
)
def test_a_form_names_its_boundary(kind: str) -> None:
    with pytest.raises(ValidationFailed):
        read_parts(form(), {"content-type": kind})
