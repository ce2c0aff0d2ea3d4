"""The image: its root filesystem, laid out by the script that its container file calls, run as by an engine."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.image import CONTAINER_FILE, REPOSITORY, built_root, image, run_image, stages

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("image")]

TEXT = CONTAINER_FILE.read_text()
COMPILERS = ("make", "gcc", "build-essential", "python3-venv", "python3-pip", "nodejs")


@pytest.fixture(scope="module")
def root(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_root(tmp_path_factory.mktemp("image"), wheel)


@pytest.fixture(scope="module")
def found(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    data = tmp_path_factory.mktemp("data")
    data.chmod(0o700)
    return run_image(root, data, image(TEXT))


def test_it_starts_talks_and_stops_on_a_read_only_root(found: dict[str, Any]) -> None:
    assert found["healthy"], found["printed"]
    assert "Welcome to Olive & Ember" in found["greeting"]
    assert "7 pm" in found["answer"]
    assert found["console"].startswith("<!doctype html>")
    assert found["script"] > 10_000
    assert found["status"] == 0, found["printed"]


def test_it_has_no_right_to_anything(found: dict[str, Any]) -> None:
    assert found["written"] == ["/tmp/x"]
    assert found["user"] == image(TEXT).user != 0
    assert set(found["capabilities"]) == {"0000000000000000"}
    assert found["processes"] == [image(TEXT).user]


def test_code_of_agents_is_confined_where_no_namespaces_can_be_made(found: dict[str, Any]) -> None:
    """The table in docs/sandbox.md, for a container with the usual restrictions."""
    assert found["sandboxes"]
    for sandbox in found["sandboxes"]:
        assert sandbox["system calls"] == "filtered"
        assert sandbox["capabilities"] == "none"
        assert sandbox["user"] == str(image(TEXT).user)
        assert sandbox["filesystem"].startswith("landlock") or not landlock_is_there()
        assert sandbox["visible processes"] == "all"  # their numbers; the filter keeps their doors shut


def landlock_is_there() -> bool:
    modules = Path("/sys/kernel/security/lsm")
    return not modules.exists() or "landlock" in modules.read_text()


def test_the_root_holds_the_program_alone(root: Path) -> None:
    assert sorted(os.listdir(root)) == ["etc", "opt", "var"]
    assert sorted(os.listdir(root / "opt" / "parley" / "bin")) == ["parley", "parley-health", "python"]
    packages = next((root / "opt" / "parley" / "lib").glob("python3.*/site-packages"))
    # Editable installations point to where they were made; pip and hatchling would be of use to an intruder.
    unwanted = re.compile(r"__editable__|(pip|hatchling|editables|setuptools|ruff|mypy)(-|$)")
    assert [path.name for path in packages.iterdir() if unwanted.match(path.name)] == []
    assert list(packages.glob("*.pth")) == []


def test_the_last_stage_has_nothing_to_build_with() -> None:
    last = stages(TEXT)[-1]
    installed = " ".join(each.rest for each in last if each.word == "RUN")
    assert [name for name in COMPILERS if re.search(rf"(^|\s){re.escape(name)}(\s|$)", installed)] == []
    assert all("--no-install-recommends" in each.rest for each in last if each.word == "RUN")
    assert [each.rest for each in last if each.word == "COPY" and "--from=build" not in each.rest] == []
    assert [each.word for each in last].index("USER") > max(
        number for number, each in enumerate(last) if each.word in ("RUN", "COPY")
    )


def test_what_is_sent_to_the_engine_is_named() -> None:
    """Whatever the build reads is let through, and nothing that may hold a key."""
    lines = (REPOSITORY / ".dockerignore").read_text().splitlines()
    assert "*" in lines
    let_in = {line[1:] for line in lines if line.startswith("!")}
    assert let_in >= {"src", "web", "examples", "templates", "scripts", "Makefile", "pyproject.toml", "README.md"}
    assert not let_in & {".git", ".parley", ".venv", "tests", "docs"}
    assert "**/.env" in lines
