"""The files of the machine that an agent host may read: of the interpreter, for every host, and to find names."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import parley

SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"),
    *("/usr/share/zoneinfo", "/usr/share/ca-certificates"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted"),
)
"""Shared libraries, time zones and certificates, wherever distributions keep them."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
NAME_RESOLUTION = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services"),
    "/run/systemd/resolve",
)
"""Only for children with a network: the list of hosts says something about the machine."""


def interpreter_paths() -> list[Path]:
    """What a child must be able to read to go on importing, by every name that imports know it by: Landlock and mounts
    go by the real folder, a virtual environment's `sys.path` by links to it."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    found = {Path(sysconfig.get_paths()[name]) for name in names}
    found.add(Path(sys.base_prefix) / "lib")
    found.add(Path(parley.__file__).parent)
    found.update(Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages"))
    found = {path.absolute() for path in found if path.exists()}
    return sorted(found | {path.resolve() for path in found})
