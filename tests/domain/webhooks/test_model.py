from __future__ import annotations

from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.webhooks.model import MOST_HEADER_BYTES, MOST_HEADERS, check_headers, check_url
from parley.kit.outbound.addresses import Rules

PREFIX = "X-PolyAI-"


@pytest.mark.parametrize("url", ["https://example.com", "https://8.8.8.8/x", "https://hooks.example.com:8443/a?b=c"])
def test_good_urls(url: str) -> None:
    assert check_url(url, Rules()) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "HTTPS://example.com/",
        " https://example.com/",
        "https://",
        "https://user:word@example.com/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data/",
    ],
)
def test_bad_urls(url: str) -> None:
    with pytest.raises(ValueError):
        check_url(url, Rules())


def test_what_the_operator_may_open() -> None:
    rules = Rules((ip_network("10.0.0.0/8"),), plain_http=True)
    assert check_url("http://10.0.0.1:8000/", rules)
    with pytest.raises(ValueError, match="public"):
        check_url("http://192.168.0.1/", rules)
    with pytest.raises(ValueError, match="https"):
        check_url("ftp://10.0.0.1/", rules)


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer abc=="}, {"X-Empty": ""}, {"x-a": "b c\td"}, {"User-Agent": "mine"}],
)
def test_good_headers(headers: dict[str, str]) -> None:
    assert check_headers(headers, PREFIX) == headers


@pytest.mark.parametrize(
    "headers",
    [
        {"": "x"},
        {"a b": "x"},
        {"a:": "x"},
        {"ä": "x"},
        {"x" * 129: "x"},
        {"X": "a\nb"},
        {"X": "a\r\nHost: b"},
        {"X": " a"},
        {"X": "a "},
        {"X": "ä"},
        {"X": "\x7f"},
        {"content-type": "text/plain"},
        {"Content-Length": "1"},
        {"HOST": "x"},
        {"Connection": "close"},
        {"Transfer-Encoding": "chunked"},
        {"Webhook-Signature": "v1,x"},
        {"webhook-id": "x"},
        {"x-polyai-signature": "x"},
        {"X-PolyAI-Anything": "x"},
        {"Proxy-Authorization": "x"},
        {"X-A": "1", "x-a": "2"},
        {f"X-{n}": "x" for n in range(MOST_HEADERS + 1)},
        {"X": "x" * MOST_HEADER_BYTES},
    ],
)
def test_bad_headers(headers: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        check_headers(headers, PREFIX)


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=20), max_size=5))
def test_what_passes_is_one_line_each(headers: dict[str, str]) -> None:
    try:
        check_headers(headers, PREFIX)
    except ValueError:
        return
    for name, value in headers.items():
        assert f"{name}: {value}".isascii()
        assert f"{name}: {value}".splitlines() == [f"{name}: {value}"]
