"""Where calls come to, who we are to others over TLS, and whom we believe."""

from __future__ import annotations

import ssl
from datetime import datetime
from pathlib import Path

from parley.kit import files
from parley.settings import Settings
from parley.telephony.sip.certificate import certificate_of, make_certificate
from parley.telephony.sip.settings import SipSettings

CERTIFICATE_FILE = "sip.pem"
AUTHORITIES_FILE = "sip-authorities.pem"


def sip_settings(settings: Settings, now: datetime) -> SipSettings:
    own = settings.sip_certificate is None
    certificate = _own_certificate(settings, now) if own else settings.sip_certificate
    believed = settings.sip_ca_file or (_authorities(settings.data, certificate) if certificate and own else None)
    return SipSettings(
        host=settings.sip_host,
        udp_port=settings.sip_port,
        tls_port=settings.sip_tls_port,
        certificate=certificate,
        authorities=believed,
        max_calls=settings.sip_calls,
        rtp_ports=settings.rtp_ports,
    )


def _own_certificate(settings: Settings, now: datetime) -> Path:
    """The same at every start, so that a peer that trusts it need be told once."""
    file = (settings.data / CERTIFICATE_FILE).absolute()
    if not file.exists():
        make_certificate(file, settings.sip_host, now)
    return file


def _authorities(data: Path, own: Path) -> Path | None:
    """Those of the system, and ourselves: an installation may call its own numbers."""
    system = ssl.get_default_verify_paths().cafile
    file = (data / AUTHORITIES_FILE).absolute()
    files.write_atomically(file, (Path(system).read_bytes() if system else b"") + b"\n" + certificate_of(own))
    return file
