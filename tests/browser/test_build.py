"""The scripts of the widget, the SDK and the console: their types, unit tests and size. `make test` builds them."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from tests.browser.web import STATIC, TSC, WEB, node, run

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("browser")]

LARGEST = 40 * 1024


@pytest.mark.parametrize("project", ["tsconfig.json", "console/tsconfig.json"])
async def test_the_types_fit(project: str) -> None:
    status, printed = await run(str(TSC), "--noEmit", "--project", project)
    assert status == 0, printed


async def test_the_console_knows_the_api_as_it_is(tmp_path: Path) -> None:
    """Then a changed endpoint breaks the types above. `scripts/console-types` writes what is compared here."""
    status, printed = await run(sys.executable, str(WEB.parent / "scripts" / "console-types"), str(tmp_path))
    assert status == 0, printed
    for name in ("build.d.ts", "monitoring.d.ts", "console.d.ts"):
        kept = (WEB / "console" / "src" / "api" / name).read_text()
        assert kept == (tmp_path / name).read_text(), f"{name}: run .venv/bin/python scripts/console-types"


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
