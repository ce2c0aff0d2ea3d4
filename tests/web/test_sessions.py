from __future__ import annotations

import pytest

from parley.domain.console.model import OriginForbidden
from parley.web.sessions import check_origin, sent_cookie


@pytest.mark.parametrize(
    ("cookie", "expected"),
    [
        ("", None),
        ("other=1", None),
        ("parley_console=abc", "abc"),
        ("a=1; parley_console=abc; b=2", "abc"),
        ("xparley_console=abc", None),
        ("parley_console", ""),
        ("parley_console=abc; parley_console=def", ""),
    ],
)
def test_the_cookie_is_found_among_others(cookie: str, expected: str | None) -> None:
    assert sent_cookie({"cookie": cookie} if cookie else {}) == expected


HOST = {"host": "Console.example:8081"}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://console.example:8081"},
        {"origin": "https://console.example:8081"},
        {"origin": "https://parley.example"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
)
def test_own_pages(headers: dict[str, str]) -> None:
    check_origin({**HOST, **headers}, "https://Parley.example")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://console.example"},
        {"origin": "http://console.example:8081.evil.example"},
        {"origin": "http://parley.example"},
        {"origin": "null"},
        {"origin": ""},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://console.example:8081"},
    ],
)
def test_pages_of_others(headers: dict[str, str]) -> None:
    with pytest.raises(OriginForbidden):
        check_origin({**HOST, **headers}, "https://parley.example")
