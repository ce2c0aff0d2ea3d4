from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.outbound.target import LONGEST, Target, UnsoundUrl, parse_target

GOOD = {
    "https://example.com": Target("https", "example.com", 443, "/"),
    "https://Example.com/a/b?x=1&y=%20#part": Target("https", "example.com", 443, "/a/b?x=1&y=%20"),
    "https://example.com:8443?x": Target("https", "example.com", 8443, "/?x"),
    "http://127.0.0.1:80/": Target("http", "127.0.0.1", 80, "/"),
    "https://[2606:4700::1111]:444/x": Target("https", "2606:4700::1111", 444, "/x"),
    "https://a-b_c.xn--mnchen-3ya.de./": Target("https", "a-b_c.xn--mnchen-3ya.de.", 443, "/"),
}
BAD = [
    "",
    "https://",
    "https:///path",
    "https://:443/",
    "https://user@example.com/",
    "https://user:secret@example.com/",
    "https://@example.com/",
    "https://example.com:0/",
    "https://example.com:65536/",
    "https://example.com:x/",
    "https://exam ple.com/",
    "https://example.com/a b",
    "https://example.com/\r\nX-Evil: 1",
    "https://example.com\t/",
    "https://münchen.example/",
    "https://exa..mple.com/",
    "https://.example.com/",
    "https://-.example.com/",
    "https://[::1/",
    "https://::1/",
    "https://[127.0.0.1]/",
    "https://[fe80::1%25eth0]/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://127.1/",
    "https://0177.0.0.1/",
    "https://127.0.0.1./",
    "https://1.2.3.4.5/",
    "https://example.com\\@127.0.0.1/",
    "ftp://example.com/",
    "javascript:alert(1)",
    "example.com",
    "https://" + "a" * 64 + ".com/",
    "https://example.com/" + "a" * LONGEST,
]


@pytest.mark.parametrize(("url", "target"), GOOD.items())
def test_a_url_is_taken_apart(url: str, target: Target) -> None:
    assert parse_target(url) == target


@pytest.mark.parametrize("url", BAD)
def test_what_others_could_read_differently_is_refused(url: str) -> None:
    with pytest.raises(UnsoundUrl):
        parse_target(url)


def test_what_the_host_header_says() -> None:
    assert parse_target("https://example.com:443/").authority == "example.com"
    assert parse_target("https://example.com:80/").authority == "example.com:80"
    assert parse_target("https://[2606:4700::1111]:444/").authority == "[2606:4700::1111]:444"


def test_addresses_are_told_from_names() -> None:
    assert parse_target("https://example.com/").address is None
    assert str(parse_target("https://10.0.0.1/").address) == "10.0.0.1"


@given(st.text() | st.from_regex(r"https?://[^/]{0,40}(/[^ ]{0,20})?", fullmatch=True))
def test_whatever_comes_is_sound_or_refused(url: str) -> None:
    try:
        target = parse_target(url)
    except UnsoundUrl:
        return
    assert 0 < target.port < 65536
    assert re.fullmatch(r"/[\x21-\x7e]*", target.path)
    assert re.fullmatch(r"[A-Za-z0-9.:_-]+", target.host)
