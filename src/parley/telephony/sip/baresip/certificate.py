"""A self-signed certificate, for a stack that was given none.

Whoever calls us over TLS is encrypted then, yet cannot know by the certificate that it is us.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from parley.kit import files

VALIDITY = timedelta(days=3650)


def make_certificate(file: Path, name: str, now: datetime) -> None:
    """Writes certificate and key to one file that only its owner reads."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks of peers may be behind
        .not_valid_after(now + VALIDITY)
        .add_extension(x509.SubjectAlternativeName([_alternative_name(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files.write_if_missing(
        file,
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
    )


def read_certificate(file: Path) -> bytes:
    """Without the key."""
    return x509.load_pem_x509_certificate(file.read_bytes()).public_bytes(serialization.Encoding.PEM)


def _alternative_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
