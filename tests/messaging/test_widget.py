"""What pages fetch: the widget's script, its configuration, the SDK, the demo page. Nothing of it takes a secret."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.domain.messaging.widget import read_widget
from parley.domain.projects.info import ProjectInfo
from parley.messaging import widget
from parley.resources import Resources
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

SCRIPT = b"globalThis.built = true;" * 40
SETTINGS = {"header_text": "Support", "colour": "#123456", "csat": True, "languages": ["en", "ar"], "calls": True}


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the widget was really built matters to the tests in a browser."""
    for name in widget.SCRIPTS:
        (tmp_path / name).write_bytes(SCRIPT)
    monkeypatch.setattr(widget, "STATIC", tmp_path)
    widget._script.cache_clear()


@pytest.fixture(autouse=True)
async def _forget() -> AsyncIterator[None]:
    yield
    widget._script.cache_clear()


@pytest.fixture(name="http")
async def _http(messaging: ContractClient) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=messaging.url, trust_env=False) as client:
        yield client


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    return await make.project(name="A shop")


async def code_of(make: Make, project: ProjectInfo, **settings: Any) -> str:
    settings = {"hosts": ["shop.example", "localhost"], **settings}
    return (await make.key(Family.MESSAGING, project, settings=settings)).secret


async def test_the_configuration_of_a_connector(http: httpx.AsyncClient, make: Make, project: ProjectInfo) -> None:
    code = await code_of(make, project, agent_name="Ava", widget=read_widget(SETTINGS).to_json())
    answer = await http.get(f"/widget/{code}/config.json", headers={"origin": "https://www.shop.example"})
    assert answer.json() == {
        "name": "",
        "host": "www.shop.example",
        "messaging_url": None,
        "agent_name": "Ava",
        "avatar_url": "",
        "header_text": "Support",
        "header_image_url": "",
        "colour": "#123456",
        "disclaimer": None,
        "languages": ["en", "ar"],
        "streaming": True,
        "csat": True,
        "calls": False,
        "calls_url": None,
    }
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "origin"
    assert answer.headers["access-control-allow-origin"] == "*"


async def test_without_settings_the_project_names_the_agent(
    http: httpx.AsyncClient, make: Make, project: ProjectInfo
) -> None:
    config = (await http.get(f"/widget/{await code_of(make, project)}/config.json")).json()
    assert (config["agent_name"], config["host"], config["streaming"]) == ("A shop", "shop.example", True)


async def test_a_page_elsewhere_gets_no_configuration(
    http: httpx.AsyncClient, make: Make, project: ProjectInfo
) -> None:
    code = await code_of(make, project)
    for origin in ("https://evil.example", "https://shop.example.evil.example", "null"):
        refused = await http.get(f"/widget/{code}/config.json", headers={"origin": origin})
        assert refused.status_code == 401
        assert "agent_name" not in refused.text


@pytest.mark.parametrize("code", ["pk_msg_unknown", "x" * 5000, "%00", "a%2Fb"])
async def test_an_unknown_code_has_no_configuration(http: httpx.AsyncClient, code: str) -> None:
    assert (await http.get(f"/widget/{code}/config.json")).status_code in (401, 404)


async def test_another_kind_of_key_has_none(http: httpx.AsyncClient, make: Make, project: ProjectInfo) -> None:
    for family in (Family.CHAT, Family.CHAT_TOKEN, Family.CONVERSATIONS):
        secret = (await make.key(family, project)).secret
        assert (await http.get(f"/widget/{secret}/config.json")).status_code == 401


async def test_a_script_is_compressed_and_kept_for_a_while(http: httpx.AsyncClient) -> None:
    for address in ("/widget/pk_msg_any.js", "/sdk/parley.js", "/us-1/sdk/widget.js"):
        given = await http.get(address)
        assert given.content == SCRIPT
        assert given.headers["content-type"].startswith("text/javascript")
        assert given.headers["content-encoding"] == "gzip"
        assert "max-age=3600" in given.headers["cache-control"]
        assert given.headers["cross-origin-resource-policy"] == "cross-origin"
        assert given.headers["x-content-type-options"] == "nosniff"
        again = await http.get(address, headers={"if-none-match": given.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    plain = await http.get("/sdk/parley.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(gzip.compress(SCRIPT)) < len(plain.content)


@pytest.mark.parametrize("name", ["..%2Faccess.py", "__init__.py", "nothing.js"])
async def test_only_the_scripts_are_given(http: httpx.AsyncClient, name: str) -> None:
    assert (await http.get(f"/sdk/{name}")).status_code == 404


async def test_without_the_build_it_is_said(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget, "STATIC", Path("/nonexistent"))
    missing = await http.get("/widget/pk_msg_any.js")
    assert missing.status_code == 404
    assert "scripts/build-web" in missing.json()["message"]


async def test_there_is_a_demo_page_where_a_widget_is_named(
    http: httpx.AsyncClient, resources: Resources, make: Make, project: ProjectInfo
) -> None:
    assert (await http.get("/demo")).status_code == 404
    code = await code_of(make, project)
    given = {"demo_widget": code, "calls_url": "wss://calls.example/signal"}
    resources.settings = resources.settings.model_copy(update=given)
    page = await http.get("/demo")
    assert f'<script src="/widget/{code}.js" async></script>' in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self' wss://calls.example" in policy
    assert "unsafe" not in policy
    assert "<style" not in page.text
    assert (await http.get("/demo/style.css")).headers["content-type"].startswith("text/css")


async def test_a_session_says_whether_it_can_be_resumed(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    code = await code_of(make, project)
    headers = {"x-token": code, "x-host": "localhost"}
    given = (await messaging.post("/api/v1/access-token", headers=headers, json={})).json()
    bearer = {"authorization": f"Bearer {given['access_token']}"}
    started = (await messaging.post("/api/v1/sessions", headers=bearer, json={})).json()["session_id"]
    found = await messaging.get(f"/api/v1/sessions/{started}", headers=bearer)
    assert found.json() == {"session_id": started, "resumable": True, "ended": False}
    other = "018f0000-0000-7000-8000-000000000000"
    assert (await messaging.get(f"/api/v1/sessions/{other}", headers=bearer)).status_code == 404
    foreign = {**bearer, "origin": "https://evil.example"}
    assert (await messaging.get(f"/api/v1/sessions/{started}", headers=foreign)).status_code == 401
