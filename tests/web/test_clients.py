from __future__ import annotations

from ipaddress import ip_network

import pytest

from parley.web.clients import client_of, is_https

TRUSTED = (ip_network("10.0.0.0/8"),)


def scope(peer: str, *headers: tuple[bytes, bytes], scheme: str = "http") -> dict[str, object]:
    return {"client": (peer, 1), "headers": list(headers), "scheme": scheme}


@pytest.mark.parametrize(
    ("peer", "lines", "expected"),
    [
        ("192.0.2.9", [b"198.51.100.1"], "192.0.2.9"),
        ("10.1.1.1", [b"198.51.100.1"], "198.51.100.1"),
        ("10.1.1.1", [b"203.0.113.5, 198.51.100.1, 10.2.2.2"], "198.51.100.1"),
        ("10.1.1.1", [b"203.0.113.5", b"198.51.100.1"], "198.51.100.1"),
        ("10.1.1.1", [b"nonsense"], "10.1.1.1"),
        ("10.1.1.1", [], "10.1.1.1"),
        ("2001:db8::1:2:3", [], "2001:db8::/64"),
    ],
)
def test_the_address_that_limits_count_by(peer: str, lines: list[bytes], expected: str) -> None:
    assert client_of(scope(peer, *((b"x-forwarded-for", line) for line in lines)), TRUSTED) == expected


@pytest.mark.parametrize(
    ("peer", "said", "expected"),
    [
        ("192.0.2.9", b"https", False),
        ("10.1.1.1", b"https", True),
        ("10.1.1.1", b"https, http", False),
        ("10.1.1.1", b"", False),
    ],
)
def test_encryption_is_what_a_trusted_proxy_says(peer: str, said: bytes, expected: bool) -> None:
    assert is_https(scope(peer, (b"x-forwarded-proto", said)), TRUSTED) is expected


def test_encryption_of_our_own() -> None:
    assert is_https(scope("192.0.2.9", scheme="https"), TRUSTED)
