"""What a conversation is found by besides what is in its row: each function that was called, as a number. Pure."""

from __future__ import annotations

import hashlib

BYTES = 8


def mark(project_id: str, environment: str, function: str) -> int:
    """The project is in it: a name that is common elsewhere is as quick to find as one that is not. And a number can be
    written into a statement, whatever the name is: only of a value that it knows does the server know how rare it is.
    """
    text = "\0".join((project_id, environment, function)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=BYTES).digest(), signed=True)
