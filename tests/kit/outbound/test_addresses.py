from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.outbound.addresses import Rules, effective_address, is_public

PRIVATE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.255",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.7",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::",
    "3fff::1",
    "4000::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700::1111"]


@pytest.mark.parametrize("text", PRIVATE)
def test_own_networks_are_closed(text: str) -> None:
    assert not Rules().allow(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_the_internet_is_open(text: str) -> None:
    assert Rules().allow(ip_address(text))


def test_the_operator_opens_networks() -> None:
    rules = Rules((ip_network("10.1.0.0/16"), ip_network("fd00::/8")))
    assert rules.allow(ip_address("10.1.2.3"))
    assert rules.allow(ip_address("::ffff:10.1.2.3"))
    assert rules.allow(ip_address("fd00::1"))
    assert not rules.allow(ip_address("10.2.0.1"))
    assert rules.allow(ip_address("8.8.8.8"))


@given(st.ip_addresses(v=4))
def test_an_address_in_disguise_counts_as_itself(address: IPv4Address) -> None:
    rules = Rules()
    for disguise in (IPv6Address(f"::ffff:{address}"), IPv6Address(f"64:ff9b::{address}")):
        assert effective_address(disguise) == address
        assert rules.allow(disguise) == rules.allow(address)


@pytest.mark.slow
@given(st.ip_addresses())
def test_nothing_public_is_special(address: IPv4Address | IPv6Address) -> None:
    """Held against the standard library, which is more generous in some places and never stricter where it counts."""
    if is_public(effective_address(address)):
        real = effective_address(address)
        special = (real.is_private, real.is_loopback, real.is_link_local, real.is_multicast, real.is_unspecified)
        assert not any(special)
