"""Landlock: only the named files can be opened, only the named ports reached. Newer kernels can forbid more."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

from parley.agent_host.sandbox.libc import syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH, _NET_PORT = 1, 2

_READ = 1 << 2 | 1 << 3
"""Read a file, list a folder."""
_FILE_RIGHTS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15
"""The rights that make sense on something that is not a folder."""
_WRITE = _READ | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 14
"""Also write, remove, make folders and plain files, truncate; never sockets, devices, links or pipes."""
_ALL_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Kernel interface version → how many of the rights it knows."""
_BIND_TCP, _CONNECT_TCP = 1 << 0, 1 << 1
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1 << 0, 1 << 1


def interface_version() -> int:
    """0 when this kernel has no Landlock, or not switched on."""
    try:
        return syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(_VERSION))
    except OSError:
        return 0


def restrict(readable: Iterable[Path], writable: Iterable[Path], ports: Sequence[int] | None) -> int:
    """Restrict this process for good. `ports`: those that may be connected to; None leaves connecting alone."""
    version = interface_version()
    if not version:
        return 0
    # A right that the kernel does not know makes it refuse everything, so older ones get fewer.
    known = (1 << _ALL_FILE_RIGHTS.get(version, 16)) - 1
    ruleset = _create_ruleset(version, known, connecting=ports is not None)
    try:
        for rights, paths in ((_READ, readable), (_WRITE, writable)):
            for path in paths:
                _allow_path(ruleset, path, rights & known)
        if version >= 4:
            for port in ports or ():
                _add(ruleset, _NET_PORT, struct.pack("QQ", _CONNECT_TCP, port))
        syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint(0))
    finally:
        os.close(ruleset)
    return version


def _create_ruleset(version: int, file_rights: int, connecting: bool) -> int:
    # Whatever is named here is forbidden unless a rule allows it again; no rule ever allows to bind.
    net = 0 if version < 4 else _BIND_TCP | (_CONNECT_TCP if connecting else 0)
    scopes = 0 if version < 6 else _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS
    # Older kernels know a shorter struct and take this one as long as the rest is zero.
    attributes = struct.pack("QQQ", file_rights, net, scopes)
    size = ctypes.c_size_t(len(attributes))
    return syscall(_CREATE_RULESET, ctypes.create_string_buffer(attributes), size, ctypes.c_uint(0))


def _allow_path(ruleset: int, path: Path, rights: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not every machine has every file of the list
    try:
        if not path.is_dir():
            rights &= _FILE_RIGHTS
        _add(ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, target))
    finally:
        os.close(target)


def _add(ruleset: int, kind: int, rule: bytes) -> None:
    syscall(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(kind), ctypes.create_string_buffer(rule), ctypes.c_uint(0))
