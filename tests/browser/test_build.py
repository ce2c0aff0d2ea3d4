"""The scripts of the widget and the SDK: their types, their own unit tests, their size. `make test` builds them."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.browser.web import STATIC, TSC, WEB, node, run

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

LARGEST = 40 * 1024


async def test_the_types_fit() -> None:
    status, printed = await run(str(TSC), "--noEmit", "--project", "tsconfig.json")
    assert status == 0, printed


async def test_the_unit_tests_of_the_sdk() -> None:
    status, printed = await run(node(), "test.mjs")
    assert status == 0, printed
    assert "\n# fail 0" in printed


async def test_the_widget_is_small() -> None:
    """With the SDK in it."""
    assert len(gzip.compress((STATIC / "widget.js").read_bytes(), 9)) < LARGEST


async def test_what_is_installed_says_nothing_of_where_it_came_from() -> None:
    """Whoever has a registry of their own installs from there."""
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert {name for name, package in packages.items() if "://" in package.get("resolved", "")} == set()
    hashed = [package for name, package in packages.items() if "node_modules/" in name and not package.get("link")]
    assert all(package["integrity"].startswith("sha512-") for package in hashed)


async def test_neither_script_evaluates_text() -> None:
    """Pages that forbid it can have the widget all the same."""
    for name in ("widget.js", "parley.js"):
        text = (STATIC / name).read_text()
        assert [word for word in ("eval(", "new Function", "innerHTML", "document.write") if word in text] == []
