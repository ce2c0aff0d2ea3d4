"""The calendar of this example: an hour that is taken stays taken. Put calls to your own system here."""

TAKEN = {"12:00"}


def is_free(time: str) -> bool:
    return time not in TAKEN
