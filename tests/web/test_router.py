"""What is remembered of paths stays while strangers make up others."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from parley.web import router
from parley.web.router import LONGEST_CACHED, CachedRoutes


async def answer(_scope: Scope, _receive: Receive, _send: Send) -> None:
    pass


async def answer_not_found(_scope: Scope, _receive: Receive, _send: Send) -> None:
    pass


class CountedRoute(Route):
    """Under every path that begins with /known."""

    def __init__(self) -> None:
        super().__init__("/known", answer)
        self.app = answer
        self.looked_for: list[str] = []

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        self.looked_for.append(scope["path"])
        return (Match.FULL if scope["path"].startswith("/known") else Match.NONE), {"path_params": {}}


@pytest.mark.parametrize("made_up", ["/unknown", "/known" + "x" * LONGEST_CACHED], ids=["unknown", "too long"])
async def test_a_path_that_is_not_kept_drives_out_none(made_up: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(router, "ROUTE_CACHE_SIZE", 2)
    route = CountedRoute()
    routes: Any = CachedRoutes([route], answer_not_found)
    for path in ("/known/1", "/known/2", made_up, "/known/1", "/known/2"):
        await routes({"path": path}, None, None)
    assert route.looked_for == ["/known/1", "/known/2", made_up]
    for path in ("/known/3", "/known/1"):
        await routes({"path": path}, None, None)
    assert route.looked_for[3:] == ["/known/3", "/known/1"], "one that is kept does"
