"""The look at lock files that needs no network."""

from __future__ import annotations

import pytest

from deploy.release.audit import audit, is_allowed, problems_of_licences, problems_of_lock, problems_of_web
from deploy.release.locks import Package

HASH = "    --hash=sha256:" + "a" * 64


@pytest.mark.slow
def test_our_locks_have_no_problem() -> None:
    assert audit() == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a==1\n", "has no hash"),
        (f"a>=1 \\\n{HASH}\n", "not pinned"),
        (f"a==1.* \\\n{HASH}\n", "not pinned"),
        (f"a @ https://example.com/a.whl \\\n{HASH}\n", "source of its own"),
        (f"--extra-index-url https://example.com\na==1 \\\n{HASH}\n", "source of its own"),
        (f"--find-links /tmp\na==1 \\\n{HASH}\n", "source of its own"),
        (f"-e .\na==1 \\\n{HASH}\n", "source of its own"),
        (f"a==1 \\\n{HASH}\nb==2\n", "b==2 has no hash"),
    ],
)
def test_a_lock_that_is_none(text: str, problem: str) -> None:
    assert any(problem in found for found in problems_of_lock("x.lock", text))


def test_a_lock_as_it_should_be() -> None:
    text = f"# made by a tool\na==1 ; sys_platform == 'linux' \\\n{HASH} \\\n{HASH}\nb[c]==2.0rc1 \\\n{HASH}\n"
    assert list(problems_of_lock("x.lock", text)) == []


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        ({}, "no SHA-512"),
        ({"integrity": "sha1-AAAA"}, "no SHA-512"),
        ({"integrity": "sha512-AAAA", "resolved": "https://example.com/a.tgz"}, "source of its own"),
        ({"integrity": "sha512-AAAA", "deprecated": "use b"}, "deprecated"),
    ],
)
def test_a_lock_of_npm_that_is_none(about: dict[str, object], problem: str) -> None:
    (found,) = problems_of_web([("node_modules/a", about), ("sdk", {}), ("node_modules/sdk", {"link": True})])
    assert problem in found


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-or-later", False),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("MIT AND (GPL-3.0-only OR ISC)", True),
        ("GPL-3.0-only OR MIT AND ISC", True),
        ("(GPL-3.0-only OR MIT) AND AGPL-3.0-only", False),
        ("", False),
        ("()", False),
        ("MIT AND", False),
    ],
)
def test_licences(expression: str, allowed: bool) -> None:
    assert is_allowed(expression) is allowed


def test_an_exception_is_for_one_package_and_one_licence() -> None:
    def problems(name: str, licence: str) -> list[str]:
        return list(problems_of_licences([Package("pypi", name, "1", (), licence)]))

    assert problems("espeakng-loader", "GPL-3.0-or-later") == []
    assert problems("espeakng-loader", "Proprietary") == ["pkg:pypi/espeakng-loader@1: licence Proprietary"]
    assert problems("other", "GPL-3.0-or-later") == ["pkg:pypi/other@1: licence GPL-3.0-or-later"]
    assert problems("other", "") == ["pkg:pypi/other@1: licence unknown"]
