from __future__ import annotations

import pytest

from parley.telephony.webrtc.ports import MediaPorts, NoPortFree
from parley.telephony.webrtc.sdp import Address
from tests.telephony.peers.process import free_ports

pytestmark = pytest.mark.io


def test_each_call_gets_a_port_of_the_range_while_there_is_one() -> None:
    first = free_ports(2)
    ports = MediaPorts("127.0.0.1", first, first + 1)
    one, other = ports.open(), ports.open()
    assert {each.port for each in ports.seen_from_outside([*one, *other])} == {first, first + 1}
    with pytest.raises(NoPortFree):
        ports.open()
    for bound in one:
        bound.close()
    for bound in [*ports.open(), *other]:
        bound.close()


def test_behind_a_router_others_see_its_address() -> None:
    first = free_ports()
    ports = MediaPorts("0.0.0.0", first, first, "203.0.113.7")
    (bound,) = opened = ports.open()
    assert ports.seen_from_outside(opened) == [Address("203.0.113.7", first)]
    bound.close()


def test_an_address_of_another_machine_cannot_be_had() -> None:
    with pytest.raises(NoPortFree):
        MediaPorts("203.0.113.7", 31000, 31001).open()
