"""What is in the image and in the web pages, read from the lock files."""

from __future__ import annotations

import base64
import importlib.metadata
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYTHON_LOCK = ROOT / "requirements-image.lock"
WEB_LOCK = ROOT / "web" / "package-lock.json"
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)(?P<rest>(?:.*\\\n)*.*)$", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
SAID_OTHERWISE = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "MIT, BSD": "MIT AND BSD-3-Clause",
    "PSFL": "PSF-2.0",
}
"""Licences by the names that packages use for them, and by those of the SPDX list."""
NOT_SAID = {
    "colorama": "BSD-3-Clause",  # for Windows alone, and so not installed here
    "espeakng-loader": "GPL-3.0-or-later",  # the library that it carries; of the extra `voice` alone
}


@dataclass(frozen=True, slots=True)
class Package:
    ecosystem: str
    """`pypi` or `npm`, as in package URLs."""
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...]
    """Algorithm and hexadecimal digits."""
    licence: str
    """As an expression of SPDX; empty where nobody says."""

    @property
    def url(self) -> str:
        return f"pkg:{self.ecosystem}/{self.name.replace('@', '%40')}@{self.version}"


def python_packages(text: str) -> Iterator[Package]:
    for found in PINNED.finditer(text):
        hashes = tuple(("SHA-256", digits) for digits in HASH.findall(found["rest"]))
        yield Package("pypi", found["name"], found["version"], hashes, python_licence(found["name"]))


def python_licence(name: str) -> str:
    if name in NOT_SAID:
        return NOT_SAID[name]
    try:
        about = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return ""
    said = next((text for field in ("License-Expression", "License") for text in about.get_all(field) or ()), "")
    if not said or "\n" in said:  # the whole text, where a name should be
        classes = [
            each.rpartition(":: ")[2] for each in about.get_all("Classifier") or () if each.startswith("License")
        ]
        said = re.sub(r" \(.*\)$", "", classes[0]) if classes else ""
    return SAID_OTHERWISE.get(said, said)


def web_packages(lock: Mapping[str, Any]) -> Iterator[Package]:
    """What pages are built from, without what only their tests need."""
    for path, about in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if "node_modules/" in path and not about.get("dev") and not about.get("link"):
            algorithm, _, digest = about.get("integrity", "").partition("-")
            hashes = (("SHA-512", base64.b64decode(digest).hex()),) if algorithm == "sha512" else ()
            yield Package("npm", name, about["version"], hashes, about.get("license", ""))


def all_packages() -> list[Package]:
    found = {*python_packages(PYTHON_LOCK.read_text()), *web_packages(json.loads(WEB_LOCK.read_text()))}
    return sorted(found, key=lambda package: package.url)
