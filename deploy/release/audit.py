"""What no lock file may contain, found without a network: `make audit` asks databases of vulnerabilities besides."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator

from deploy.release.locks import ROOT, WEB_LOCK, Package, all_packages

ALLOWED = frozenset(
    (
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "ISC",
        "MIT",
        "MIT-0",
        "MPL-2.0",
        "OFL-1.1",
        "PSF-2.0",
        "Python-2.0",
        "Unlicense",
        "Zlib",
    )
)
"""Licences that let everybody use, change and pass on what Parley is installed with."""
EXCEPTIONS = {
    # A library that speaks, loaded while it runs and passed on as it came; who does not want it leaves out `voice`.
    "espeakng-loader": "GPL-3.0-or-later",
}
FOREIGN = re.compile(
    r"^\s*(-i|--index-url|--extra-index-url|--find-links|--trusted-host|-e|--editable)\b|\s@\s|://", re.MULTILINE
)


def audit() -> list[str]:
    """Every problem in a line."""
    locks = sorted([*ROOT.glob("requirements*.lock"), *ROOT.glob("src/**/*.lock")])
    texts = {lock.relative_to(ROOT).as_posix(): lock.read_text() for lock in locks}
    of_locks = [problem for name, text in texts.items() for problem in problems_of_lock(name, text)]
    web = json.loads(WEB_LOCK.read_text())
    return [*of_locks, *problems_of_web(web["packages"].items()), *problems_of_licences(all_packages())]


def problems_of_lock(name: str, text: str) -> Iterator[str]:
    """A lock names files, by hash, and no place of its own to get them from."""
    for found in FOREIGN.finditer(text):
        yield f"{name}: names a source of its own ({found[0].strip()})"
    entries = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n?", "", text, flags=re.MULTILINE).strip())
    for entry in entries:
        wanted = entry.split()[0] if entry.split() else ""
        if not re.fullmatch(r"[\w.-]+(\[[\w,-]+\])?==[^\s;*]+", wanted):
            yield f"{name}: {wanted or 'an empty entry'} is not pinned to a version"
        if "--hash=sha256:" not in entry:
            yield f"{name}: {wanted} has no hash"


def problems_of_web(packages: Iterable[tuple[str, dict[str, object]]]) -> Iterator[str]:
    for path, about in packages:
        if "node_modules/" not in path or about.get("link"):
            continue
        if not str(about.get("integrity", "")).startswith("sha512-"):
            yield f"package-lock.json: {path} has no SHA-512"
        if "://" in str(about.get("resolved", "")):
            yield f"package-lock.json: {path} names a source of its own"
        if about.get("deprecated"):
            yield f"package-lock.json: {path} is deprecated"


def problems_of_licences(packages: Iterable[Package]) -> Iterator[str]:
    for package in packages:
        if not is_allowed(package.licence) and EXCEPTIONS.get(package.name) != package.licence:
            yield f"{package.url}: licence {package.licence or 'unknown'}"


def is_allowed(expression: str) -> bool:
    """One of a choice is enough; of what applies together, all must be allowed."""
    words = re.findall(r"[()]|[^\s()]+", expression)
    if not words:
        return False
    python = " ".join(
        word.lower() if word in ("AND", "OR") else word if word in "()" else str(word in ALLOWED) for word in words
    )
    return _evaluate(python.split())


def _evaluate(words: list[str]) -> bool:
    """AND binds stronger than OR, as SPDX says."""
    value = _all_of(words)
    while words and words[0] == "or":
        words.pop(0)
        value = _all_of(words) or value
    return value


def _all_of(words: list[str]) -> bool:
    value = _one(words)
    while words and words[0] == "and":
        words.pop(0)
        value = _one(words) and value
    return value


def _one(words: list[str]) -> bool:
    word = words.pop(0) if words else "False"
    if word != "(":
        return word == "True"
    value = _evaluate(words)
    if words:
        words.pop(0)
    return value


def main() -> int:
    found = audit()
    for problem in found:
        sys.stderr.write(f"{problem}\n")
    if not found:
        sys.stdout.write(
            "Every package is pinned by version and hash, comes from its index, and has a licence that we allow.\n"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
