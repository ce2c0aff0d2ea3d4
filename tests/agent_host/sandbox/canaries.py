"""Files beside the sandbox that nothing inside of it may change, not even their times."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


class Canaries:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.secret = folder / "credentials.json"
        self.secret.write_text("{}")
        self.secret.chmod(0o600)
        program = folder / "program"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        (folder / "inner").mkdir(mode=0o700)
        (folder / "inner" / "file").write_text("x")
        with suppress(OSError):
            os.setxattr(self.secret, "user.canary", b"sings")
        self._before = self._look()

    def untouched(self) -> bool:
        return self._look() == self._before

    def _look(self) -> dict[str, object]:
        return {str(path): _described(path) for path in (self._folder, *sorted(self._folder.rglob("*")))}


def _described(path: Path) -> object:
    found = path.lstat()
    content = path.read_bytes() if path.is_file() else b""
    attributes = {name: os.getxattr(path, name) for name in _attributes(path)}
    # Not the time of the last access: looking changes it.
    return (
        found.st_mode,
        found.st_uid,
        found.st_gid,
        found.st_mtime_ns,
        found.st_ctime_ns,
        found.st_nlink,
        content,
        attributes,
    )


def _attributes(path: Path) -> list[str]:
    with suppress(OSError):
        return os.listxattr(path)
    return []
