from __future__ import annotations

from collections.abc import AsyncIterator
from ipaddress import ip_address, ip_network

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack, open_stack
from parley.telephony.sip.settings import SipSettings
from tests.certificates import Authority
from tests.telephony.peers.process import free_ports

RTP_TIMEOUT = 3
PUBLIC_ADDRESS, PUBLIC_PORT = ip_address("203.0.113.177"), 15060
"""What peers are told of us, but for those at 127.0.0.1."""


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Whom the stack of the tests believes."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def sip_settings(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> SipSettings:
    port, media = free_ports(2), 24000
    return SipSettings(
        host="::",
        udp_port=port,
        tls_port=free_ports(),
        authorities=authority.file,
        max_calls=40,
        rtp_ports=(media, media + 4000),
        rtp_timeout=RTP_TIMEOUT,
        public_address=PUBLIC_ADDRESS,
        public_port=PUBLIC_PORT,
        local_networks=(ip_network("127.0.0.1/32"), ip_network("::1/128")),
    )


@pytest.fixture(scope="session")
async def stack(sip_settings: SipSettings) -> AsyncIterator[BaresipStack]:
    """The one stack that a process may have; tests that use it run in one process, one after the other."""
    opened = await open_stack(sip_settings)
    yield opened
    await opened.aclose()
