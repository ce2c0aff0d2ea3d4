"""The headers of a request, read once: every request looks for half a dozen, and most of them are not there."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.types import Scope

Headers = Mapping[str, str]
"""By name in lower case; of a header that was sent twice, the first."""


def read_headers(scope: Scope) -> Headers:
    # Backwards: of two entries under one name a dictionary keeps the last.
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}
