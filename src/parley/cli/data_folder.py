"""The data folder belongs to its owner alone, also one that an older version, a copy or a loose umask left open."""

from __future__ import annotations

from pathlib import Path

from parley.kit.files import restrict_to_owner
from parley.kit.log import logger

log = logger(__name__)

SECRET = ("credentials.json*", "secret.key*", "postgres.password*", "postgres.log*", "sip.pem*", "logs/*")
"""What holds keys, or says what happened."""


def close_to_others(data: Path) -> None:
    """One line in the log says what was open."""
    inside = sorted(path for pattern in SECRET for path in data.glob(pattern))
    if changed := restrict_to_owner([data, data / "logs", *inside]):
        log.warning("modes_narrowed", paths=[str(path) for path in changed])
