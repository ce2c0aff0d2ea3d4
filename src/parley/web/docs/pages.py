"""The OpenAPI documents, and the pages to read them in: nothing of them is fetched from anywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from parley.web.docs.openapi import TITLES, document
from parley.web.docs.operation import operation_section
from parley.web.endpoint import Endpoint

FOLDER = files("parley.web.docs")
ASSETS = {"docs.css": "text/css", "docs.js": "text/javascript"}
HEADERS = {
    # The one script is ours. None could run that came in with a description, and none can send a key elsewhere.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def document_routes(endpoints: Iterable[Endpoint], regions: tuple[str, ...]) -> list[Route]:
    """`/openapi/<family>.json` for each family of this app, `/openapi.json` for the first, `/docs` to browse them. Made
    when somebody asks for them first: every start would take longer for what few ever read."""
    endpoints = list(endpoints)
    names = [name for name in TITLES if any(endpoint.group.document == name for endpoint in endpoints)]

    @cache
    def written(name: str) -> dict[str, Any]:
        return document(name, endpoints, regions)

    @cache
    def page() -> str:
        return page_of({name: written(name) for name in names})

    def served(name: str) -> Any:
        async def openapi(_request: Request) -> Response:
            # Off the loop: the first time takes long enough for other requests to notice.
            return JSONResponse(await asyncio.to_thread(written, name))

        return openapi

    async def docs(_request: Request) -> Response:
        return HTMLResponse(await asyncio.to_thread(page), headers=HEADERS)

    routes = [Route(f"/openapi/{name}.json", served(name)) for name in names]
    routes += [Route("/openapi.json", served(name)) for name in names[:1]]
    return [*routes, Route("/docs", docs), *(Route(f"/docs/{name}", _giving(name)) for name in ASSETS)]


def front_page() -> Route:
    """For services that have no page of their own at `/`."""

    async def to_docs(_request: Request) -> Response:
        # Relative: the address may begin with a region.
        return Response(status_code=307, headers={"location": "docs"})

    return Route("/", to_docs)


def _giving(name: str) -> Any:
    async def give(_request: Request) -> Response:
        return Response((FOLDER / name).read_bytes(), headers=HEADERS, media_type=ASSETS[name])

    return give


HEAD = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parley API</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<link rel="icon" href="data:,"><link rel="stylesheet" href="docs/docs.css">'
    '<script src="docs/docs.js" defer></script></head>'
)
SEARCH = (
    '<div class="search" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" '
    'spellcheck="false" placeholder="A path, a word or a field"><kbd aria-hidden="true">/</kbd>'
    '<p id="found" role="status"></p></div>'
)
INTRODUCTION = (
    "<p>Every operation of this service with examples that can be pasted into a shell or tried out here. A key that "
    "you enter stays in the memory of this page: it is sent to this service alone and gone when the page is closed. In "
    "the lines for a shell it stands as a variable, so set that first: <code>export PARLEY_KEY=…</code></p>"
)


def page_of(documents: dict[str, dict[str, Any]]) -> str:
    links = "".join(f'<a href="openapi/{name}.json">{escape(TITLES[name])} (OpenAPI)</a>' for name in documents)
    contents, sections = [], []
    for content in documents.values():
        for tag, operations in _by_tag(content).items():
            identifier = f"group-{tag.replace(' ', '-')}"
            contents.append(f'<li><a href="#{identifier}">{escape(tag)}</a> <small>{len(operations)}</small></li>')
            sections.append(
                f'<section class="group" aria-labelledby="{identifier}"><h2 id="{identifier}">{escape(tag)}</h2>'
                f"{''.join(operations)}</section>"
            )
    version = escape(next(iter(documents.values()))["info"]["version"])
    return (
        f'{HEAD}<body><header><h1>Parley API <small>{version}</small></h1>{SEARCH}</header><div class="columns">'
        f'<nav aria-label="Groups of operations"><ul>{"".join(contents)}</ul></nav><main>{INTRODUCTION}'
        f'<p class="links">{links}</p>{"".join(sections)}</main></div></body></html>'
    )


def _by_tag(content: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, methods in content["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(operation_section(path, method, operation, content))
    return found
