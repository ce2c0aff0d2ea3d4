from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.messages.sdp import MAX_PARTS, find_sdp

SDP = b"v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\n"


def part(content: bytes, kind: bytes = b"application/sdp", extra: bytes = b"") -> bytes:
    return b"--b\r\nContent-Type: " + kind + b"\r\n" + extra + b"\r\n" + content + b"\r\n"


ISUP = part(b"\x00\x01\r\n--c\r\n\xff", b"application/ISUP;version=itu-t92+", b"Content-Disposition: signal\r\n")


@pytest.mark.parametrize(
    "body",
    [
        part(SDP) + b"--b--\r\n",
        part(SDP) + ISUP + b"--b--",
        ISUP + part(SDP) + b"--b--\r\nan epilogue",
        b"a preamble\r\n" + part(SDP, b"Application/SDP ; charset=utf-8") + b"--b-- \r\n",
        part(SDP, extra=b"Content-Transfer-Encoding: 8bit\r\n") + b"--b--\r\n",
        part(SDP).replace(b"\r\n", b"\n").replace(SDP.replace(b"\r\n", b"\n"), SDP) + b"--b--\n",
        part(SDP) + part(b"v=0\r\nanother") + b"--b--\r\n",
        part(part(SDP).replace(b"--b\r", b"--i\r") + b"--i--", b'multipart/alternative; boundary="i"') + b"--b--\r\n",
    ],
)
def test_the_session_description_is_found(body: bytes) -> None:
    assert find_sdp("; boundary=b", body) == SDP
    assert find_sdp(';charset=x;Boundary = "b"', body) == SDP


@pytest.mark.parametrize(
    ("parameters", "body"),
    [
        ("", part(SDP) + b"--b--"),
        (";boundary=", part(SDP) + b"--b--"),
        (";boundary=other", part(SDP) + b"--b--"),
        (";boundary=b", part(SDP)),
        (";boundary=b", ISUP + b"--b--"),
        (";boundary=b", b""),
        (";boundary=b", SDP),
        (";boundary=b", part(b"") + b"--b--"),
        (";boundary=b", part(SDP, extra=b"Content-Transfer-Encoding: base64\r\n") + b"--b--"),
        (";boundary=b", part(b"x", b"text/plain") * MAX_PARTS + part(SDP) + b"--b--"),
        (";boundary=" + "b" * 200, part(SDP) + b"--b--"),
    ],
)
def test_there_is_none(parameters: str, body: bytes) -> None:
    assert find_sdp(parameters, body) is None


@given(st.text(max_size=80), st.binary(max_size=400))
def test_whatever_comes(parameters: str, body: bytes) -> None:
    for written in (parameters, f";boundary=b{parameters}"):
        found = find_sdp(written, b"--b\r\n" + body + b"\r\n--b--")
        assert found is None or found in body
