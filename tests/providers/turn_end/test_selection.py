"""Nobody gets a model who did not choose one, and who chose one gets it or is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.providers.turn_end import selection, weights
from parley.providers.turn_end.protocol import TurnEndUnavailable
from parley.providers.turn_end.weights import LICENCE, SMART_TURN, find_smart_turn


def write(folder: Path, size: int) -> None:
    path = folder / SMART_TURN.path
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as sparse:
        sparse.truncate(size)


def test_without_a_choice_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "find_smart_turn", lambda: pytest.fail("nobody needs it"))
    assert selection.create_turn_end_model("none") is None


def test_who_chose_it_is_told_what_is_missing_and_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(selection, "find_smart_turn", lambda: find_smart_turn(tmp_path))
    for size in (None, 0, SMART_TURN.size - 1):
        if size is not None:
            write(tmp_path, size)
        with pytest.raises(TurnEndUnavailable, match=r"PARLEY_TURN_MODEL=smart-turn .*make speech-turns"):
            selection.create_turn_end_model("smart-turn")
        assert "make speech-turns" in selection.describe_turn_end_model("smart-turn")
    write(tmp_path, SMART_TURN.size)
    assert selection.describe_turn_end_model("smart-turn") == "smart-turn"
    model = selection.create_turn_end_model("smart-turn")
    assert model is not None
    assert model.name == "smart-turn"


def test_only_the_model_and_its_licence_are_taken_from_the_package() -> None:
    (package,) = weights.TURN_PACKAGES
    assert package.files == (SMART_TURN, LICENCE)
    assert all(package.version in file.path for file in package.files)
