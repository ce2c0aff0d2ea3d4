"""Words that carriers and laws give a meaning. They are handled before the agent, which never sees them."""

from __future__ import annotations

from enum import StrEnum


class Keyword(StrEnum):
    STOP = "stop"
    START = "start"
    HELP = "help"


_WORDS = {
    **dict.fromkeys(("STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"), Keyword.STOP),
    **dict.fromkeys(("START", "UNSTOP"), Keyword.START),
    "HELP": Keyword.HELP,
}
_MARKS = ".!?,;"
_LONGEST = 32
"""No message that is longer is a keyword alone."""


def find_keyword(text: str, *, is_opted_out: bool) -> Keyword | None:
    """The keyword that the message is: nothing else in it but spaces, and one mark at the end. YES answers questions,
    and is START only for who has said STOP."""
    if len(text) > _LONGEST:
        return None
    word = text.strip()
    if word and word[-1] in _MARKS:
        word = word[:-1].rstrip()
    word = word.upper()
    if word == "YES" and is_opted_out:
        return Keyword.START
    return _WORDS.get(word)
