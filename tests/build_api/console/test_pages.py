"""The console's pages: who gets them, how they are kept, and what stands there when they were not built."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from parley.build_api.console import pages as console_pages
from tests.contract import ContractClient

pytestmark = pytest.mark.io

PAGE = b"<!doctype html><script src=/assets/index-a1.js></script>"
SCRIPT = b"export {};\n" * 100
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "gzip, deflate, br, zstd"}


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "assets" / "index-a1.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-a1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "notes.txt").write_bytes(b"not for anybody")
    monkeypatch.setattr(console_pages, "STATIC", tmp_path)
    console_pages.read_file.cache_clear()
    yield
    console_pages.read_file.cache_clear()


@pytest.fixture(name="http")
async def _http(build: ContractClient) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=build.url, trust_env=False) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/sign-in", "/agents/a/conversations/CONV-1?handoff=true", "/never/heard"])
async def test_every_address_that_a_person_opens_has_the_page(http: httpx.AsyncClient, path: str) -> None:
    page = await http.get(path, headers=BROWSER)
    assert (page.status_code, page.content) == (200, PAGE)
    assert page.headers["cache-control"] == "no-cache"
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/v1/agents", "/adk/v1/nothing", "/console/nothing", "/openapi/nothing.json"])
async def test_interfaces_answer_in_json_whoever_asks(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path, headers=BROWSER)
    assert answer.status_code in (401, 404)
    assert answer.headers["content-type"] == "application/json"


async def test_only_what_a_browser_opens_is_a_page(http: httpx.AsyncClient) -> None:
    for answer in (await http.get("/never/heard"), await http.post("/never/heard", headers=BROWSER)):
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
    assert (await http.get("/")).content == PAGE


async def test_assets_are_kept_for_ever_and_come_compressed(http: httpx.AsyncClient) -> None:
    given = await http.get("/assets/index-a1.js", headers=BROWSER)
    assert given.content == SCRIPT
    assert given.headers["content-encoding"] == "gzip"
    assert given.headers["content-type"].startswith("text/javascript")
    assert given.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = await http.get("/assets/index-a1.js", headers={"accept-encoding": "identity"})
    assert plain.content == SCRIPT
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("name", ["nothing.js", "notes.txt", "..%2Findex.html", "..%2F..%2Fconsole_pages.py", "%00.js"])
async def test_nothing_but_assets_is_given(http: httpx.AsyncClient, name: str) -> None:
    assert (await http.get(f"/assets/{name}", headers=BROWSER)).status_code == 404


async def test_without_the_build_it_is_said(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_pages, "STATIC", Path("/nonexistent"))
    for path in ("/", "/agents/a/conversations"):
        page = await http.get(path, headers=BROWSER)
        assert page.status_code == 503
        assert "scripts/build-web" in page.text
        assert page.headers["cache-control"] == "no-store"
