"""A release: its files, what is in them, and that whoever gets them can tell whether they are ours."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from deploy.release.bill import bill, own_version
from deploy.release.locks import WEB_LOCK, all_packages, python_packages, web_packages
from tests.deploy.image import REPOSITORY
from tests.deploy.test_wheel import PAGES

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("image")]

TOOLS = Path(sys.prefix) / "share" / "deploy" / "cyclonedx"
SIGNER = "releases@example.com"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("key") / "release"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True)
    return file


@pytest.fixture(scope="module")
def released(key: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    command = [str(REPOSITORY / "scripts" / "release"), "--key", str(key), "--output", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def is_ours(folder: Path, key: Path) -> bool:
    """What docs/deploying.md tells users to do."""
    allowed = folder / "allowed_signers"
    allowed.write_text(f'{SIGNER} namespaces="parley-release" {key.with_suffix(".pub").read_text()}')
    verify = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", SIGNER, "-n", "parley-release"]
    sums = folder / "SHA256SUMS"
    signed = subprocess.run([*verify, "-s", f"{sums}.sig"], input=sums.read_bytes(), capture_output=True, check=False)
    summed = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], capture_output=True, check=False, cwd=folder)
    return signed.returncode == 0 and summed.returncode == 0


def test_all_files_are_there_and_signed(released: Path, key: Path) -> None:
    version = own_version()
    named = {line.split()[1] for line in (released / "SHA256SUMS").read_text().splitlines()}
    assert named == {
        f"parley-{version}-py3-none-any.whl",
        f"parley-{version}.tar.gz",
        f"parley-{version}.cdx.json",
        f"parley-chart-{version}.tgz",
    }
    assert is_ours(released, key)


@pytest.mark.parametrize("changed", [f"parley-{own_version()}.cdx.json", "SHA256SUMS"])
def test_a_changed_file_is_not_ours(released: Path, key: Path, changed: str, tmp_path: Path) -> None:
    copy = shutil.copytree(released, tmp_path / "copy")
    with (copy / changed).open("a") as file:
        file.write("\n")
    assert not is_ours(copy, key)


def test_the_source_archive_makes_the_same_wheel(released: Path) -> None:
    with tarfile.open(released / f"parley-{own_version()}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{page}" for page in PAGES} <= names
    assert {"pyproject.toml", "LICENSE", "deploy/container/Containerfile", "requirements-image.lock"} <= names
    assert not [name for name in names if name.startswith((".venv", ".parley", "web/node_modules"))]


def test_the_bill_names_everything_and_keeps_to_its_standard(released: Path) -> None:
    found = json.loads((released / f"parley-{own_version()}.cdx.json").read_text())

    def retrieve(address: str) -> Resource[Any]:
        name = address.rpartition("/")[2].replace(".SNAPSHOT", "")
        return DRAFT7.create_resource(json.loads((TOOLS / name).read_text()))

    schema = json.loads((TOOLS / "bom-1.6.schema.json").read_text())
    registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]
    problems = jsonschema.Draft7Validator(schema, registry=registry).iter_errors(found)
    assert [f"{problem.json_path}: {problem.message}" for problem in problems] == []
    named = {component["purl"] for component in found["components"]}
    assert named == {package.url for package in all_packages()}
    assert all(component["hashes"] and component["licenses"] for component in found["components"])
    assert any(url.startswith("pkg:pypi/starlette@") for url in named)
    assert any(url.startswith("pkg:npm/react@") for url in named)
    assert "pkg:npm/%40tanstack/react-query@" in " ".join(named)


def test_the_same_locks_give_the_same_bill() -> None:
    assert bill(all_packages(), "1.0") == bill(all_packages(), "1.0")
    assert bill(all_packages(), "1.0")["serialNumber"] != bill(all_packages()[1:], "1.0")["serialNumber"]


def test_packages_are_read_from_both_kinds_of_lock() -> None:
    text = "a-b==1.0 ; sys_platform == 'linux' \\\n    --hash=sha256:" + "0" * 64 + "\nc==2\n"
    first, second = python_packages(text)
    assert (first.name, first.version, first.hashes) == ("a-b", "1.0", (("SHA-256", "0" * 64),))
    assert (second.name, second.hashes) == ("c", ())
    about = {"version": "3", "integrity": "sha512-AAAA", "license": "MIT"}
    lock = {"packages": {"": {}, "sdk": {}, "x/node_modules/@y/z": about, "node_modules/d": {**about, "dev": True}}}
    (only,) = web_packages(lock)
    assert (only.url, only.hashes) == ("pkg:npm/%40y/z@3", (("SHA-512", "000000"),))
    assert list(web_packages(json.loads(WEB_LOCK.read_text())))
