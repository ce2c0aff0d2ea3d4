"""The Replaces header (RFC 3891): a new call replaces one that runs, the last step of an attended transfer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Replaces:
    call_id: str
    to_tag: str
    """Ours."""
    from_tag: str
    """The other side's."""
    early_only: bool = False


def parse_replaces(value: str) -> Replaces | None:
    """None for one that is incomplete, or has a parameter twice."""
    call_id, *rest = (part.strip() for part in value.split(";"))
    parameters: dict[str, str] = {}
    for part in rest:
        name, _, given = part.partition("=")
        if name.strip().lower() in parameters:
            return None
        parameters[name.strip().lower()] = given.strip()
    to_tag, from_tag = parameters.get("to-tag", ""), parameters.get("from-tag", "")
    if not (call_id and to_tag and from_tag):
        return None
    return Replaces(call_id, to_tag, from_tag, "early-only" in parameters)
