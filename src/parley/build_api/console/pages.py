"""The console's pages: what `scripts/build-web` built, and the one page at every address that a person may open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

STATIC = files("parley.build_api") / "static"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Those that files are kept in as well, the smallest first."""
# The names have a hash of the content in them.
FOR_EVER = "public, max-age=31536000, immutable"
# What users wrote is shown as text; and if it were not, no script of theirs could run.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'{calls}; img-src 'self' data:; "
    "media-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS = {
    "content-security-policy": POLICY.format(calls=""),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "vary": "accept, accept-encoding",
}
OF_SERVICES = ("/v1/", "/adk/", "/console/", "/openapi", "/assets/", "/schemas/")
"""Addresses that are no pages: what is not there is said in JSON."""
NOT_BUILT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Parley</title>'
    "<h1>The console was not built here</h1><p>Everything else works. <code>scripts/build-web</code> builds it and "
    'says what is in the way. The interfaces are described at <a href="/docs">/docs</a>.</p></html>'
)


@dataclass(frozen=True, slots=True)
class File:
    media_type: str
    bodies: dict[str, bytes]
    """By encoding; "" for the file as it is."""


def find_file(name: str) -> File | None:
    """Only what is there is remembered: names are made up easily."""
    kind = KINDS.get(PurePosixPath(name).suffix)
    return read_file(name, kind) if kind and (STATIC / name).is_file() else None


@cache
def read_file(name: str, kind: str) -> File:
    """As it was built; it changes with a new version, whose processes are new too."""
    kept = {encoding: STATIC / f"{name}{suffix}" for encoding, suffix in ENCODINGS.items()}
    bodies = {encoding: each.read_bytes() for encoding, each in kept.items() if each.is_file()}
    return File(kind, {**bodies, "": (STATIC / name).read_bytes()})


def page_headers(calls_url: str | None) -> dict[str, str]:
    """Pages may talk to us, and to the gateway of calls: an agent is tried by voice there."""
    place = urlsplit(calls_url or "")
    if not place.netloc or place.scheme not in ("http", "https"):
        return HEADERS
    calls = f" {place.scheme}://{place.netloc} {place.scheme.replace('http', 'ws')}://{place.netloc}"
    return {**HEADERS, "content-security-policy": POLICY.format(calls=calls)}


def console_routes(calls_url: str | None) -> list[Route]:
    headers = page_headers(calls_url)

    async def show_page(request: Request) -> Response:
        return _show_page(request, headers)

    return [Route("/", show_page), Route("/assets/{name}", _give_asset)]


def _show_page(request: Request, headers: dict[str, str]) -> Response:
    page = find_file("index.html")
    if page is None:
        return Response(NOT_BUILT, 503, {**headers, "cache-control": "no-store"}, "text/html")
    return _answer(page, request, "no-cache", headers)


async def _give_asset(request: Request) -> Response:
    found = find_file(f"assets/{request.path_params['name']}")
    if found is None:
        return Response("There is no such file.", 404, HEADERS, "text/plain")
    return _answer(found, request, FOR_EVER, HEADERS)


def _answer(file: File, request: Request, caching: str, policy: dict[str, str]) -> Response:
    accepted = {each.partition(";")[0].strip() for each in request.headers.get("accept-encoding", "").split(",")}
    encoding = next((each for each in file.bodies if each in accepted), "")
    headers = {**policy, "cache-control": caching, **({"content-encoding": encoding} if encoding else {})}
    return Response(file.bodies[encoding], headers=headers, media_type=file.media_type)


class PageOr:
    """What answers where no endpoint is: the console to a person's browser, whose router knows the address or says
    that it does not; to everybody else what it is given."""

    def __init__(self, otherwise: ASGIApp, calls_url: str | None) -> None:
        self._otherwise = otherwise
        self._headers = page_headers(calls_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in ("GET", "HEAD") and _is_page(scope["path"], scope["plain_headers"].get("accept", "")):
            await _show_page(Request(scope), self._headers)(scope, receive, send)
        else:
            await self._otherwise(scope, receive, send)


def _is_page(path: str, accept: str) -> bool:
    return "text/html" in accept and not path.startswith(OF_SERVICES)
