from __future__ import annotations

import pytest

from parley.web.regions import RegionRequired, Regions, WrongRegion

PLATFORM = Regions(
    "uk-1", ("us-1", "uk-1", "euw-1"), frozenset({"parley.internal"}), {"us-1": "https://us-1.example.com"}
)


@pytest.mark.parametrize(
    ("host", "path", "stripped"),
    [
        ("api.uk-1.example.com", "/v1/x", "/v1/x"),
        ("UK-1.EXAMPLE.com:8080", "/v1/x", "/v1/x"),
        ("example.com", "/uk-1/v1/x", "/v1/x"),
        ("localhost:8080", "/v1/x", "/v1/x"),
        ("uk-1.localhost", "/v1/x", "/v1/x"),
        ("127.0.0.1:8080", "/v1/x", "/v1/x"),
        ("127.0.0.1", "/uk-1/v1/x", "/v1/x"),
        ("[::1]:8080", "/v1/x", "/v1/x"),
        ("10.1.2.3", "/v1/x", "/v1/x"),
        ("parley.internal", "/v1/x", "/v1/x"),
    ],
)
def test_an_address_of_our_region_is_served(host: str, path: str, stripped: str) -> None:
    assert PLATFORM.strip(host, path) == stripped


@pytest.mark.parametrize("host", ["example.com", "api.example.com:443", "", "uk-11.example.com"])
def test_an_address_without_a_region_is_rejected(host: str) -> None:
    with pytest.raises(RegionRequired, match="names no region"):
        PLATFORM.strip(host, "/v1/x")


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("us-1.example.com", "/v1/x"),
        ("localhost", "/us-1/v1/x"),
        ("uk-1.example.com", "/us-1/v1/x"),
        ("us-1.localhost", "/"),
    ],
)
def test_another_region_is_pointed_to(host: str, path: str) -> None:
    with pytest.raises(WrongRegion, match=r"serves uk-1, not us-1. Its address is https://us-1.example.com"):
        PLATFORM.strip(host, path)
