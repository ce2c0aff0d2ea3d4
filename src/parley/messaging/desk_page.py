"""The page on which a person takes sessions over: three files, nothing from anywhere else."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = files("parley.messaging") / "desk_files"
PAGES = {
    "/desk": ("index.html", "text/html"),
    "/desk/desk.js": ("desk.js", "text/javascript"),
    "/desk/desk.css": ("desk.css", "text/css"),
}
HEADERS = {
    # What users wrote is shown as text; and if it were not, no script of theirs could run.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def desk_routes() -> list[Route]:
    return [Route(path, _giving(name, kind)) for path, (name, kind) in PAGES.items()]


def _giving(name: str, kind: str) -> Any:
    async def give(_request: Request) -> Response:
        return Response((FOLDER / name).read_bytes(), headers=HEADERS, media_type=kind)

    return give
