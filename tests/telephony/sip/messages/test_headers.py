from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.messages.headers import find_header, parse_ip, render_headers, sip_uri, uri_user


def test_headers_as_lines() -> None:
    assert render_headers({"X-A": "b", "X-C": "d: e"}) == "X-A: b\r\nX-C: d: e\r\n"


@given(st.text(), st.text())
def test_a_header_stays_one_line(name: str, value: str) -> None:
    try:
        text = render_headers({name: value})
    except ValueError:
        return
    assert text.count("\r") == text.count("\n") == 1
    assert text == f"{name}: {value}\r\n"
    assert ":" not in name
    assert " " not in name


@pytest.mark.parametrize(
    ("written", "user"),
    [
        ("sip:+4930@example.org", "+4930"),
        ("<sip:+4930@example.org;user=phone>;tag=1", "+4930"),
        ('"A <b>" <sips:alice@example.org>', "alice"),
        ("sip:+4930;phone-context=example.org@192.0.2.1", "+4930"),
        ("sip:%2A31%23@192.0.2.1", "*31#"),
        ("sip:192.0.2.1:5060", ""),
        ("tel:+49-30;ext=1", "+49-30"),
        ("nonsense", ""),
    ],
)
def test_the_user_of_an_address(written: str, user: str) -> None:
    assert uri_user(written) == user


@given(st.text(min_size=1, alphabet=st.characters(codec="utf-8")))
def test_whoever_is_called_is_who_was_meant(user: str) -> None:
    assert uri_user(sip_uri(user, "example.org", 5060)) == user


@pytest.mark.parametrize("host", ["", "a b", "a>b", "a@b", "a;b", "a\r\nb", "[::1"])
def test_a_host_that_is_none(host: str) -> None:
    with pytest.raises(ValueError, match="host"):
        sip_uri("1", host)


def test_an_address_of_a_host() -> None:
    assert sip_uri("1", "[::1]", 5060) == "sip:1@[::1]:5060"
    assert (parse_ip("[::1]"), parse_ip("192.0.2.1"), parse_ip("example.org")) == ("::1", "192.0.2.1", None)


def test_a_header_is_found_however_it_is_written() -> None:
    assert find_header({"authorization": "x"}, ("authorization",)) == "x"
    assert find_header({"F": "y", "From": "z"}, ("from", "f")) == "z"
    assert find_header({}, ("from",)) == ""
