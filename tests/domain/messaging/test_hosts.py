from __future__ import annotations

import pytest

from parley.domain.messaging.hosts import MOST_HOSTS, HostInvalid, checked_hosts, host_of, is_allowed


@pytest.mark.parametrize(
    ("given", "host"),
    [
        ("https://Shop.Example:8443", "shop.example"),
        ("shop.example", "shop.example"),
        ("com.example.App", "com.example.app"),
        ("http://127.0.0.1:5173", "localhost"),
        ("[::1]:80", "localhost"),
        ("https://user@shop.example", "shop.example"),
        ("http://[", None),
        ("null", "null"),
        ("file:///etc/passwd", None),
        ("javascript://shop.example", None),
        ("https://shop.example\r\nx", None),
        ("", None),
    ],
)
def test_a_host_is_read_from_what_browsers_and_apps_send(given: str, host: str | None) -> None:
    assert host_of(given) == host


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ("https://shop.example", True),
        ("https://de.shop.example", True),
        ("https://shop.example.evil.example", False),
        ("https://evilshop.example", False),
        ("https://shop.example@evil.example", False),
        ("null", False),
    ],
)
def test_a_host_stands_for_what_is_below_it_and_nothing_else(given: str, allowed: bool) -> None:
    assert is_allowed(given, ["shop.example"]) is allowed


@pytest.mark.parametrize("given", [[], ["bad host"], ["https://"], ["a.example"] * (MOST_HOSTS + 1)])
def test_hosts_that_mean_nothing_are_refused(given: list[str]) -> None:
    with pytest.raises(HostInvalid):
        checked_hosts(given)


def test_hosts_are_kept_once_each() -> None:
    assert checked_hosts(["https://a.example", "A.example:80", "b.example"]) == ["a.example", "b.example"]
