"""Lets the server's account, and nobody else, pass the folders above its files. Only root needs and does this."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from parley.storage.embedded import acl
from parley.storage.embedded.account import Account
from parley.storage.embedded.acl import READ, SEARCH, Acl, Subject
from parley.storage.embedded.binaries import Binaries
from parley.storage.embedded.errors import FoldersClosed

_ATTRIBUTE = "system.posix_acl_access"
_NO_ACL_THERE = frozenset({errno.ENODATA, errno.ENOTSUP})


def allow_path(path: Path, account: Account) -> None:
    """Every folder above `path` can be searched by the account."""
    for folder in reversed(path.parents):
        _allow(folder, account, SEARCH)


def allow_binaries(binaries: Binaries, account: Account) -> None:
    """The account can start the binaries, even those of a package that a root with a strict umask has installed."""
    allow_path(binaries.postgres, account)
    allow_path(binaries.postgres.resolve(), account)
    closed = [tree for tree in binaries.private_trees if not _may(tree, account, READ | SEARCH)]
    for tree in closed:
        allow_path(tree, account)
        for folder, _, files in os.walk(
            tree, topdown=False
        ):  # the tree's own folder last: it is what is asked next time
            for name in files:
                file = Path(folder, name)
                _allow(file, account, READ | (SEARCH if os.access(file, os.X_OK) else 0))
            _allow(Path(folder), account, READ | SEARCH)


def _allow(path: Path, account: Account, wanted: int) -> None:
    if _may(path, account, wanted):
        return
    try:
        os.setxattr(path, _ATTRIBUTE, acl.encode(acl.grant(_acl_of(path), account.uid, wanted)))
    except OSError as refused:
        raise FoldersClosed(path, account.name, os.strerror(refused.errno or 0)) from refused


def _may(path: Path, account: Account, wanted: int) -> bool:
    found = path.stat()
    return acl.permits(_acl_of(path), Subject(found.st_uid, found.st_gid), Subject(account.uid, account.gid), wanted)


def _acl_of(path: Path) -> Acl:
    try:
        return acl.decode(os.getxattr(path, _ATTRIBUTE))
    except OSError as missing:
        if missing.errno not in _NO_ACL_THERE:
            raise
        return acl.from_mode(path.stat().st_mode)
