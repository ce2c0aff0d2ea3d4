"""Saved views: whose they are, who changes them, and what they may hold."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.accounts.model import Role
from parley.domain.projects.info import ProjectInfo
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

PATH = "/v1/conversation-views"


class Person:
    def __init__(self, client: ContractClient, headers: dict[str, str]) -> None:
        self.client = client
        self.headers = headers

    async def send(self, method: str, path: str = "", status: int = 200, **body: Any) -> Any:
        response = await self.client.request(
            method, PATH + path, headers=self.headers, **({"json": body} if body else {})
        )
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    async def names(self) -> list[str]:
        return [view["name"] for view in (await self.send("GET"))["views"]]


@pytest.fixture
async def project_info(make: Make) -> ProjectInfo:
    return await make.project()


async def person(build: ContractClient, make: Make, project_info: ProjectInfo, role: Role) -> Person:
    return Person(build, await make.browser_headers(project_info, role))


async def test_own_views_are_ones_own_and_shared_ones_an_editors(
    build: ContractClient, make: Make, project_info: ProjectInfo
) -> None:
    ada, bob = [await person(build, make, project_info, role) for role in (Role.EDITOR, Role.VIEWER)]
    own = await bob.send("POST", status=201, name="Mine", query="tag=b&handoff=true&tag=a&environment=")
    assert (own["query"], own["shared"], own["changeable"]) == ("tag=b&handoff=true&tag=a", False, True)
    shared = await ada.send("POST", status=201, name="Angry", query="rating=down", shared=True)
    assert (await bob.names(), await ada.names()) == (["Angry", "Mine"], ["Angry"])
    assert [view["changeable"] for view in (await bob.send("GET"))["views"]] == [False, True]
    await bob.send("POST", status=403, name="All", query="handoff=true", shared=True)
    await bob.send("PATCH", f"/{own['id']}", 403, shared=True)
    await bob.send("PATCH", f"/{shared['id']}", 403, name="Mine too")
    await bob.send("DELETE", f"/{shared['id']}", 403)
    await ada.send("PATCH", f"/{own['id']}", 404, name="x")
    await ada.send("DELETE", f"/{own['id']}", 404)
    await bob.send("PATCH", f"/{own['id']}", name=" Two  words ", query="q=Caf%C3%A9")
    assert (await bob.send("GET"))["views"][1]["query"] == "q=Caf%C3%A9"
    await ada.send("PATCH", f"/{shared['id']}", shared=False)
    assert (await bob.names(), await ada.names()) == (["Two words"], ["Angry"])
    await bob.send("DELETE", f"/{own['id']}", 204)
    assert await bob.names() == []
    elsewhere = await person(build, make, await make.project(), Role.ADMIN)
    assert await elsewhere.names() == []
    await elsewhere.send("DELETE", f"/{shared['id']}", 404)


async def test_a_name_is_there_once(build: ContractClient, make: Make, project_info: ProjectInfo) -> None:
    ada, bob = [await person(build, make, project_info, Role.EDITOR) for _ in range(2)]
    for shared in (True, False):
        await ada.send("POST", status=201, name="Angry", query="rating=down", shared=shared)
        await ada.send("POST", status=409, name="Angry", query="rating=up", shared=shared)
    await bob.send("POST", status=201, name="Angry", query="rating=down")
    await bob.send("POST", status=409, name="Angry", query="rating=down", shared=True)


@pytest.mark.parametrize(
    "query",
    ["", "tag=", "limit=5", "tag=a&cursor=x", "handoff=maybe", "minTurns=-1", "tag=a,b", "q=%00", "x" * 2001, "&=&"],
)
async def test_only_filters_are_saved(query: str, build: ContractClient, make: Make, project_info: ProjectInfo) -> None:
    ada = await person(build, make, project_info, Role.EDITOR)
    await ada.send("POST", status=400, name="x", query=query)


async def test_there_is_an_end_to_them(
    build: ContractClient, make: Make, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parley.domain.views.actions.MOST_VIEWS", 1)
    ada = await person(build, make, project_info, Role.EDITOR)
    one = await ada.send("POST", status=201, name="1", query="tag=a")
    await ada.send("POST", status=409, name="2", query="tag=a")
    await ada.send("PATCH", f"/{one['id']}", name="2")
    await ada.send("POST", status=400, name="  ", query="tag=a")
