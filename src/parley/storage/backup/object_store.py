"""Where the bytes of backups are: under names, each there as a whole or not at all."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from parley.kit.files import write_atomically
from parley.storage.backup.errors import ObjectMissing, RepositoryUnavailable


class ObjectStore(Protocol):
    place: str
    """As the operator wrote it."""

    async def put(self, name: str, content: bytes) -> None:
        """On disk when it returns; in the place of one that is there."""
        ...

    async def get(self, name: str) -> bytes:
        """Raises ObjectMissing."""
        ...

    async def list(self, prefix: str) -> dict[str, int]:
        """Names that begin so, in order, with their sizes."""
        ...

    async def delete(self, name: str) -> None: ...

    async def aclose(self) -> None: ...


class FolderStore:
    """A folder, its owner's alone: of this machine, or mounted from another."""

    def __init__(self, folder: Path) -> None:
        self.place = str(folder)
        self._folder = folder.absolute()

    async def put(self, name: str, content: bytes) -> None:
        await asyncio.to_thread(self._write, self._folder / name, content)

    async def get(self, name: str) -> bytes:
        return await asyncio.to_thread(self._read, name)

    async def list(self, prefix: str) -> dict[str, int]:
        return await asyncio.to_thread(self._names, prefix)

    async def delete(self, name: str) -> None:
        await asyncio.to_thread(self._remove, self._folder / name)

    async def aclose(self) -> None:
        return None

    def _write(self, path: Path, content: bytes) -> None:
        try:
            self._make_folders(path.parent)
            write_atomically(path, content)
            self._sync(path.parent)
        except OSError as error:
            raise RepositoryUnavailable(f"{path} cannot be written: {error.strerror}.") from error

    def _read(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            raise ObjectMissing(name) from None
        except OSError as error:
            raise RepositoryUnavailable(f"{self._folder / name} cannot be read: {error.strerror}.") from error

    def _names(self, prefix: str) -> dict[str, int]:
        root = (self._folder / prefix).parent if not prefix.endswith("/") else self._folder / prefix
        found = {}
        for folder, _, files in os.walk(root):
            for file in files:
                path = Path(folder, file)
                name = path.relative_to(self._folder).as_posix()
                # What a killed process was writing has a name of its own, which begins with a dot.
                if name.startswith(prefix) and not file.startswith("."):
                    found[name] = path.stat().st_size
        return dict(sorted(found.items()))

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        # That of a backup that is gone; one that is not empty, or gone already, refuses.
        if path.parent.parent != self._folder:
            with suppress(OSError):
                path.parent.rmdir()

    def _make_folders(self, folder: Path) -> None:
        """Those in between would have wider modes if they were made along with the last."""
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        inside = [each for each in reversed(folder.parents) if self._folder in each.parents]
        for each in dict.fromkeys([self._folder, *inside, folder]):
            each.mkdir(mode=0o700, exist_ok=True)

    def _sync(self, folder: Path) -> None:
        # A file is there after a crash only if its folder was written, a new folder only if its parent was.
        while True:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if folder == self._folder or self._folder not in folder.parents:
                return
            folder = folder.parent
