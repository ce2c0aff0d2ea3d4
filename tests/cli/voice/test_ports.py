"""The ports for phone calls: those that are asked for, the usual ones, or any."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from parley.cli.voice.ports import FIRST, LAST, SipPorts, choose_ports
from parley.settings import Settings
from parley.web.serve import PortTaken

pytestmark = pytest.mark.io


@pytest.fixture(params=[socket.SOCK_DGRAM, socket.SOCK_STREAM], ids=["udp", "tcp"])
def taken(request: pytest.FixtureRequest) -> Iterator[int]:
    with closing(socket.socket(socket.AF_INET, request.param)) as other:
        other.bind(("127.0.0.1", 0))
        if request.param is socket.SOCK_STREAM:
            other.listen()
        yield other.getsockname()[1]


def chosen(settings: Settings, port: int | None, tls_port: int | None) -> SipPorts:
    voice = choose_ports(settings, port, tls_port)
    release(voice)
    return voice


def release(voice: SipPorts) -> None:
    for claim in voice.claims:
        claim.close()


def test_a_port_that_is_asked_for_and_taken_is_an_error(taken: int) -> None:
    with pytest.raises(PortTaken):
        choose_ports(Settings(), taken, 0)


def test_a_usual_port_that_is_taken_is_given_up_for_another(taken: int) -> None:
    voice = chosen(Settings(sip_port=taken), None, 0)
    assert FIRST <= voice.port < LAST


def test_any_ports_are_two() -> None:
    for _ in range(50):
        voice = chosen(Settings(), 0, 0)
        assert voice.port != voice.tls_port
        assert all(FIRST <= port < LAST for port in (voice.port, voice.tls_port))


def test_a_port_that_another_instance_is_about_to_open_is_not_free() -> None:
    first = choose_ports(Settings(), 0, 0)
    second = choose_ports(Settings(sip_port=first.port, sip_tls_port=first.tls_port), None, None)
    assert not {first.port, first.tls_port} & {second.port, second.tls_port}
    with pytest.raises(PortTaken):
        choose_ports(Settings(), first.port, 0)
    release(first)
    release(second)
    assert chosen(Settings(), first.port, first.tls_port).port == first.port


def test_no_usual_port_is_any() -> None:
    assert FIRST <= chosen(Settings(sip_port=0), None, 0).port < LAST
