"""The chat widget of a site: its script, its configuration, the SDK beneath it, and a page to look at it."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley.domain.accounts.model import Family, Key
from parley.domain.messaging.hosts import host_of
from parley.domain.messaging.widget import read_widget
from parley.kit.errors import NotFound, ParleyError
from parley.kit.ids import trace_id
from parley.messaging.access import check_page
from parley.resources import Resources
from parley.web.errors import messaging
from parley.web.groups import AuthUserInvalidToken
from parley.web.responses import json_response

STATIC = files("parley.messaging") / "static"
SCRIPTS = {"widget.js": "text/javascript", "parley.js": "text/javascript"}
HOUR = 3600
# The same script for every site; the address stays, so a browser asks again once an hour whether it has changed.
CACHING = f"public, max-age={HOUR}, stale-while-revalidate={24 * HOUR}"

DEMO_STYLE = """
body { margin: 0; min-height: 100vh; background: linear-gradient(160deg, #f7f4ef, #e9eef7); color: #1d2330;
  font: 400 17px/1.6 system-ui, sans-serif; }
main { max-width: 34rem; padding: 12vh 6vw; }
h1 { font-size: 2.4rem; line-height: 1.15; margin: 0 0 1rem; letter-spacing: -0.02em; }
code { padding: 0.1em 0.35em; border-radius: 6px; background: #fff8; font-size: 0.9em; overflow-wrap: anywhere; }
"""


class WidgetNotBuilt(ParleyError):
    """The widget was not built here: run scripts/build-web."""

    status = 404


@dataclass(frozen=True, slots=True)
class Script:
    body: bytes
    compressed: bytes
    etag: str


@cache
def _script(name: str) -> Script | None:
    """As it was built; it changes with a new version, whose processes are new too."""
    path = STATIC / name
    if not path.is_file():
        return None
    body = path.read_bytes()
    return Script(body, gzip.compress(body, 9, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def widget_routes(resources: Resources) -> list[Route]:
    """What pages and their browsers fetch: nothing of it takes a key but the public one in its address."""
    return [
        Route("/widget/{code}/config.json", _answering(partial(give_config, resources))),
        Route("/widget/{code}.js", _answering(partial(give_script, "widget.js"))),
        Route("/sdk/{name}", _answering(give_sdk)),
        Route("/demo", _answering(partial(show_demo, resources))),
        Route("/demo/style.css", _answering(show_demo_style)),
    ]


def _answering(handler: Any) -> Any:
    async def answer(request: Request) -> Response:
        try:
            response: Response = await handler(request)
        except ParleyError as error:
            response = json_response(messaging(error, trace_id()), error.status)
        response.headers["x-content-type-options"] = "nosniff"
        return response

    return answer


async def give_config(resources: Resources, request: Request) -> Response:
    """What the window is made with. A page on a host that is not the connector's gets none."""
    key = await _connector(resources, request.path_params["code"])
    settings, origin = key.scope.settings, request.headers.get("origin")
    check_page(settings, None, {"origin": origin} if origin else {})
    project = await resources.tenants.project(key.scope.account_id, str(key.scope.project_id))
    widget = read_widget(settings.get("widget") or {})
    agent_name = widget.agent_name or str(settings.get("agent_name") or project.name or project.slug)
    # A connector of its own says which agent is called; without one there are no calls.
    calls_url = resources.settings.calls_url if widget.calls and key.scope.connector_id else None
    config = {
        **widget.to_json(),
        "agent_name": agent_name,
        "avatar_url": widget.avatar_url or str(settings.get("avatar_url") or ""),
        "host": (origin and host_of(origin)) or settings["hosts"][0],
        "messaging_url": resources.settings.messaging_public_url,
        "calls": calls_url is not None,
        "calls_url": calls_url,
    }
    response = json_response(config)
    response.headers["cache-control"] = "no-cache"
    response.headers["vary"] = "origin"
    return response


async def give_script(name: str, request: Request) -> Response:
    script = _script(name)
    if script is None:
        raise WidgetNotBuilt
    headers = {"cache-control": CACHING, "etag": script.etag, "vary": "accept-encoding"}
    # For pages that isolate themselves, and take only what says that it may be taken.
    headers["cross-origin-resource-policy"] = "cross-origin"
    if script.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(script.body, headers=headers, media_type=SCRIPTS[name])
    headers["content-encoding"] = "gzip"
    return Response(script.compressed, headers=headers, media_type=SCRIPTS[name])


async def give_sdk(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in SCRIPTS:
        raise NotFound
    return await give_script(name, request)


async def show_demo(resources: Resources, _request: Request) -> Response:
    """A page as a careful site has it: scripts and styles from where it says, none inside it."""
    code = resources.settings.demo_widget
    if code is None:
        raise NotFound
    if _script("widget.js") is None:
        raise WidgetNotBuilt
    elsewhere = _origins(resources.settings.messaging_public_url, resources.settings.calls_url)
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; "
        f"connect-src 'self'{elsewhere}; media-src 'self' blob:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'"
    )
    return Response(_page(code), headers={"content-security-policy": policy}, media_type="text/html")


async def show_demo_style(_request: Request) -> Response:
    return Response(DEMO_STYLE, media_type="text/css")


def _page(code: str) -> str:
    address = f"/widget/{quote(code, safe='')}.js"
    tag = f'<script src="{address}" async></script>'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Parley: the demo agent</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/demo/style.css"><link rel="icon" href="data:,">'
        "<main><h1>Talk to the demo agent</h1><p>The button in the corner opens a conversation. It goes on when you "
        "reload this page, lose the network, or come back in another window.</p>"
        f"<p>All that this page has of it is one line:</p><p><code>{escape(tag)}</code></p></main>{tag}</html>"
    )


def _origins(*urls: str | None) -> str:
    """Of other services, as a policy names them: over HTTP and over WebSockets."""
    found = [urlsplit(url) for url in urls if url]
    return "".join(f" {each.scheme}://{each.netloc} {_socket(each.scheme)}://{each.netloc}" for each in found)


def _socket(scheme: str) -> str:
    return {"http": "ws", "https": "wss"}.get(scheme, scheme)


async def _connector(resources: Resources, code: str) -> Key:
    key = await resources.keyring.find(code)
    if key is None or key.family is not Family.MESSAGING or key.scope.project_id is None:
        raise AuthUserInvalidToken("There is no such connector.")
    return key
