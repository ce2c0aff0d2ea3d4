"""The wheel carries all that Parley needs at run time, and nothing else."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.deploy.image import REPOSITORY

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("image")]

FOLDERS = {"src/parley/": "parley/", "examples/": "parley/examples/", "templates/": "parley/templates/"}
PAGES = {"parley/messaging/static/widget.js", "parley/messaging/static/parley.js", "parley/build_api/static/index.html"}


def kept_files() -> set[str]:
    """As the wheel should name them: what git keeps of the package, its examples and templates."""
    done = subprocess.run(["git", "ls-files", *FOLDERS], capture_output=True, text=True, check=True, cwd=REPOSITORY)
    names = done.stdout.splitlines()
    return {
        name.replace(folder, inside, 1)
        for name in names
        for folder, inside in FOLDERS.items()
        if name.startswith(folder)
    }


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    """`.gitignore` also says what a wheel leaves out: a pattern that is too wide would take a package away."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert kept_files() - names == set()
    assert names >= PAGES


def test_the_wheel_holds_nothing_of_tests_and_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    outside = [name for name in names if not name.startswith(("parley/", "parley-"))]
    assert outside == []
    assert [name for name in names if "/.parley/" in name or "__pycache__" in name or name.endswith(".env")] == []
