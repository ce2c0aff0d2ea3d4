"""config/variant_attributes.yaml, and the ids that a pulled project knows its variants by."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json

from parley.domain.projects.files import KEPT_HIDDEN
from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.source import Source
from parley.domain.projects.model import Variant

VARIANTS = "config/variant_attributes.yaml"


def load_variants(source: Source) -> dict[str, Variant]:
    """By name. Every variant has every attribute: the empty text where the file gives no value."""
    fields = source.yaml(VARIANTS)
    attributes = _attributes(fields)
    ids = _known_ids(source)
    variants: dict[str, Variant] = {}
    for item in fields.each("variants"):
        name = item.name()
        if name in variants:
            item.problem("name", f"the variant '{name}' is defined twice")
        elif name:
            known = ids.get(name) or stable_id(name)
            values = {attribute: by_variant.get(name, "") for attribute, by_variant in attributes.items()}
            variants[name] = Variant(name, known, item.flag("is_default"), values)
    defaults = [variant.name for variant in variants.values() if variant.is_default]
    if variants and len(defaults) != 1:
        fields.problem("variants", f"exactly one variant must be the default; {len(defaults)} are")
    return variants


def stable_id(name: str) -> str:
    """The id of a variant that no platform has given one: the same in every load."""
    return f"VARIANT-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _attributes(fields: Fields) -> dict[str, dict[str, str]]:
    """Attribute → variant → value."""
    attributes: dict[str, dict[str, str]] = {}
    for item in fields.each("attributes"):
        name = item.name()
        if name in attributes:
            item.problem("name", f"the attribute '{name}' is defined twice; the second is ignored", fatal=False)
            continue
        values = item.inner("values")
        for variant in values.entries:
            values.mention(variant, Target.VARIANT, variant)
        if name:
            attributes[name] = {variant: values.prompt(variant) for variant in values.entries}
    return attributes


def _known_ids(source: Source) -> dict[str, str]:
    """Ids by variant name from the snapshot of the last pull: base64 of JSON."""
    data = source.bundle.files.get(KEPT_HIDDEN)
    if not data:
        return {}
    try:
        snapshot = json.loads(base64.b64decode(data))
        pulled = snapshot["resources"].get("variants") or {}
        return {str(entry["name"]): str(known) for known, entry in pulled.items()}
    # The snapshot is another program's: whatever is wrong with it, ids of our own will do.
    except (binascii.Error, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        source.findings.warning(KEPT_HIDDEN, 1, "unreadable; variants get ids of our own")
        return {}
