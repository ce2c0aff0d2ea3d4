"""Variables that look like settings and are none: a name that is misspelt would otherwise do nothing, in silence."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping

from parley.cli.help import did_you_mean

PREFIX = "PARLEY_"
OF_COMMANDS = (
    "PARLEY_BUILD_KEY",
    "PARLEY_CHAT_KEY",
    "PARLEY_CHAT_TOKEN",
    "PARLEY_CHATWOOT_DESK_KEY",
    "PARLEY_CHATWOOT_TOKEN",
    "PARLEY_CHATWOOT_WEBHOOK_SECRET",
    "PARLEY_CHATWOOT_WEBHOOK_TOKEN",
)
"""Read by commands that need nothing else of a server."""


def unknown_variables(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Names, without their values, each with what may be meant."""
    given = sorted(name for name in environ if name.upper().startswith(PREFIX))
    if not given:
        return
    # What reading settings needs takes a quarter of a second: imported where there is something to compare with.
    fields = importlib.import_module("parley.settings").Settings.model_fields
    known = {*(f"{PREFIX}{name.upper()}" for name in fields), *OF_COMMANDS}
    for name in given:
        if name.upper() not in known:
            yield name, did_you_mean(name.upper(), known, PREFIX)
