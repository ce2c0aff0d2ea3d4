"""Bodies of web forms, as carriers send them to us: bounded, and in the order of their fields."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.requests import Request

LARGEST_FORM = 64 * 1024
MOST_FIELDS = 200


class FormRefused(Exception):
    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


async def read_form_body(request: Request, largest: int = LARGEST_FORM) -> bytes:
    """What was announced as too large is refused unread; what was not is counted as it comes."""
    announced = request.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced) > largest:
        raise FormRefused(413, "body")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise FormRefused(413, "body")
    return bytes(body)


def parse_form(body: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise FormRefused(400, "form") from None
