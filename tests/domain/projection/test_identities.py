"""Ids of records: kept through every change, and never anybody else's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projection.identities import (
    NO_IDS,
    Known,
    RecordIds,
    carried,
    given_variants,
    key_of,
    merged,
    replaced,
)
from parley.domain.projection.records import record_id
from parley.domain.projection.tree import Audit, changes, known_in, project
from parley.domain.projects.files import Bundle

NAMES = ("Parking", "Hours", "Menu", "Events")
AUDIT = Audit("", "")


def topics(*names: str, places: dict[str, str] | None = None) -> dict[str, Known]:
    found = places or {}
    return {key_of("TOPIC", name): Known(record_id("TOPIC", name), found.get(name, f"topics/{name}")) for name in names}


def id_of(ids: RecordIds, name: str) -> str:
    return ids.of("TOPIC", name)


def test_ids_that_are_known_today_stay() -> None:
    ids = carried(NO_IDS, topics(), topics("Parking", "Hours"))
    assert ids == NO_IDS
    assert id_of(ids, "Parking") == record_id("TOPIC", "Parking")
    assert NO_IDS.to_json() == {}


def test_a_file_that_stays_keeps_its_id_with_another_name() -> None:
    after = topics("Car park", places={"Car park": "topics/Parking"})
    ids = carried(NO_IDS, topics("Parking"), after)
    assert id_of(ids, "Car park") == record_id("TOPIC", "Parking")
    again = carried(ids, after, {**after, **topics("Parking")})
    assert id_of(again, "Parking") not in (record_id("TOPIC", "Parking"), id_of(again, "Car park"))
    assert RecordIds.read(again.to_json()) == again


def test_what_was_deleted_and_is_made_again_is_something_else() -> None:
    without = carried(NO_IDS, topics("Parking"), topics())
    again = carried(without, topics(), topics("Parking"))
    assert id_of(again, "Parking") != record_id("TOPIC", "Parking")
    assert carried(without, topics(), topics("Parking")) == again, "it is the same wherever it is worked out"


def test_a_client_names_its_own_ids_but_none_that_was_another() -> None:
    key = key_of("TOPIC", "Parking")
    ids = carried(NO_IDS, topics(), topics("Parking"), {key: "TOPIC-mine"})
    assert id_of(ids, "Parking") == "TOPIC-mine"
    gone = carried(ids, topics("Parking"), topics())
    again = carried(gone, topics(), topics("Parking"), {key: "TOPIC-mine"})
    assert id_of(again, "Parking") == record_id("TOPIC", "Parking")


def test_a_test_case_with_another_name_in_its_file_keeps_its_id() -> None:
    before, after = (
        known_in(Bundle({"test_suite/greets.yaml": f"name: {name}\nscenario: Say hello.\n".encode()}))
        for name in ("Greets", "Welcomes")
    )
    assert carried(NO_IDS, before, after).of("TEST-CASE", "Welcomes") == record_id("TEST-CASE", "Greets")


Step = tuple[str, str, str]
STEPS = st.lists(
    st.tuples(st.sampled_from(("create", "delete", "rename", "push")), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    max_size=30,
)


@given(STEPS)
def test_an_id_is_one_things_for_ever(steps: list[Step]) -> None:
    """Things are numbered as they come: whichever way files change, no number has two ids and no id two numbers."""
    ids, there = NO_IDS, dict[str, int]()
    places, ever, number = dict[str, str](), dict[str, int](), 0
    for kind, name, other in steps:
        before = topics(*there, places=places)
        stated: dict[str, str] = {}
        if kind in ("create", "push") and name not in there:
            number += 1
            there[name], places[name] = number, f"topics/{number}"
        elif kind == "delete":
            there.pop(name, None)
        elif kind == "rename" and name in there and other not in there:
            there[other], places[other] = there.pop(name), places[name]
            stated = {key_of("TOPIC", other): id_of(ids, name)}
        ids = carried(ids, before, topics(*there, places=places), stated)
        assert len({id_of(ids, each) for each in there}) == len(there)
        for each, thing in there.items():
            assert ever.setdefault(id_of(ids, each), thing) == thing
    assert len(set(ever.values())) == len(ever)


def test_sides_that_come_together_keep_what_each_has_done() -> None:
    base = topics("Parking", "Hours")
    renamed = topics("Car park", "Hours", places={"Car park": "topics/Parking"})
    theirs = carried(NO_IDS, base, renamed)
    both = merged(NO_IDS, theirs, base, renamed, renamed)
    assert id_of(both, "Car park") == record_id("TOPIC", "Parking")
    anew = {**renamed, **topics("Parking")}
    theirs = carried(theirs, renamed, anew)
    both = merged(NO_IDS, theirs, base, anew, anew)
    assert [id_of(both, name) for name in ("Car park", "Parking")] == [
        id_of(theirs, name) for name in ("Car park", "Parking")
    ]
    deleted = carried(NO_IDS, base, topics("Hours"))
    both = merged(NO_IDS, deleted, base, topics("Hours"), topics("Hours"))
    assert record_id("TOPIC", "Parking") in both.gone


FILES = {
    "topics/parking.yaml": b"name: Parking\ncontent: Behind {{attr:town}}.\n",
    "functions/book.py": b"def book(conv):\n    return ''\n",
    "config/variant_attributes.yaml": b"variants: [{name: d, is_default: true}]\n"
    b"attributes: [{name: town, values: {d: York}}]\n",
    "flows/visit/flow_config.yaml": b"name: Visit\nstart_step: Ask\n",
    "flows/visit/steps/ask.yaml": b"step_type: advanced_step\nname: Ask\nprompt: Ask.\n",
}


@pytest.mark.slow
def test_the_tree_has_the_ids_that_are_given_and_says_nothing_else_of_the_files() -> None:
    bundle = Bundle(FILES)
    known = known_in(bundle)
    ids = RecordIds({key: f"{key.split('/')[0]}-{number}" for number, key in enumerate(known)})
    tree = project(bundle, AUDIT, ids)
    plain = project(bundle, AUDIT)
    assert set(tree["knowledgeBase"]["topics"]["ids"]) == {ids.of("TOPIC", "Parking")}
    assert f"{{{{attr:{ids.of('ATTRIBUTE', 'town')}}}}}" in str(tree)
    (flow,) = tree["flows"]["flows"]["entities"].values()
    assert flow["startStepId"] == ids.of("STEP", "Visit", "Ask")
    assert replaced(tree, {ids.given[key]: each.id for key, each in known.items()}).keys() == plain.keys()
    assert changes(bundle, tree, lambda _text, document: str(document), ids) == {}


def test_variants_have_the_ids_that_are_given() -> None:
    ids = RecordIds({key_of("VARIANT", "north/east"): "VARIANT-1", key_of("TOPIC", "x"): "TOPIC-1"})
    assert given_variants(ids.to_json()) == {"north/east": "VARIANT-1"}
    assert given_variants({}) == {}
