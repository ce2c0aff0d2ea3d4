"""What is handed out for Prometheus and Grafana names metrics that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
SOURCE = "\n".join(path.read_text() for path in (ROOT / "src" / "parley").rglob("*.py"))
METRICS = set(re.findall(r'"(parley_[a-z_]+)",', SOURCE))
"""With what each is for behind its name."""
RULES = yaml.safe_load((ROOT / "deploy" / "prometheus" / "parley.yml").read_text())
PANELS = json.loads((ROOT / "deploy" / "grafana" / "parley.json").read_text())["panels"]
QUERIES = [rule["expr"] for group in RULES["groups"] for rule in group["rules"]]
QUERIES += [target["expr"] for panel in PANELS for target in panel.get("targets", ())]


@pytest.mark.parametrize("query", QUERIES)
def test_every_metric_that_is_asked_for_is_there(query: str) -> None:
    asked = re.findall(r"\bparley_[a-z_]+", query)
    assert asked or query.startswith("up{")
    for name in asked:
        assert re.sub(r"_(total|bucket)$", "", name) in METRICS, name


def test_panels_do_not_overlap() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    taken = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)


def test_every_alert_says_what_it_is_about() -> None:
    rules = [rule for group in RULES["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in {"page", "warn"}
        assert rule["annotations"]["summary"]
