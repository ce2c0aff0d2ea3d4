"""`parley test --voice`, `parley evaluate --voice`, `parley call FOLDER`: a project that nobody deployed, in calls."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import pytest

from tests.journeys.installation import files_of
from tests.journeys.instance import parley

pytestmark = [pytest.mark.io, pytest.mark.spoken, pytest.mark.xdist_group("sip"), pytest.mark.timeout(400)]

ENGINES = {"PARLEY_RECOGNITION": "moonshine", "PARLEY_EMBEDDINGS": "none"}
SECONDS = 300.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in files_of("booking").items():
        (tmp_path / "agent" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "agent" / path).write_text(text)
    return tmp_path / "agent"


def test_cases_are_spoken_heard_and_judged(folder: Path, tmp_path: Path) -> None:
    options = ("--voices", "flite:slt,american", "--record", str(tmp_path / "calls"), "--json")
    done = parley(None, "test", str(folder), "--voice", *options, env=ENGINES, seconds=SECONDS)
    right, wrong = json.loads(done.stdout)
    assert right["status"] == "passed", done.stdout
    spoken = right["voice"]
    assert [turn["said"][:4] for turn in spoken["turns"]] == ["A ta", "No, ", "Five"]
    assert [turn["interrupted"] for turn in spoken["turns"]] == [False, True, False]
    assert spoken["word_error"] < 0.5
    assert all(turn["latency_ms"] > 0 for turn in spoken["turns"] if turn["latency_ms"] is not None)
    with wave.open(spoken["recording"]) as recording:
        assert (recording.getnchannels(), recording.getframerate()) == (2, 8_000)
    assert (wrong["status"], done.returncode) == ("failed", 1)
    assert "wanted words like 'Which day'" in wrong["script_failures"][0]
    assert wrong["voice"]["voice"] == "american"


def test_the_agent_of_a_folder_can_be_called(folder: Path, tmp_path: Path) -> None:
    recording = tmp_path / "call.wav"
    options = ("--loss", "2", "--jitter", "30", "--noise", "white", "--snr", "30", "--record", str(recording))
    done = parley(None, "call", str(folder), "--say", "#1", *options, env=ENGINES, seconds=SECONDS)
    assert done.returncode == 0, done.stderr
    assert "Bella Vista" in done.stdout
    assert "caller 1" in done.stdout
    assert recording.exists()


def test_simulated_users_speak(folder: Path, tmp_path: Path) -> None:
    (folder / "evaluation").mkdir()
    (folder / "evaluation" / "guests.yaml").write_text(
        "goals:\n  - name: Hears us\n    goal: Be asked for how many.\n    call: {noise: white, snr: 25}\n"
        "    lines: [A table for four people please]\n    reached: {says: how many people}\n    personas: [patient]\n"
    )
    out = tmp_path / "report"
    options = ("--voice", "--record", str(tmp_path / "calls"), "--out", str(out), "--json")
    done = parley(None, "evaluate", str(folder), *options, env=ENGINES, seconds=SECONDS)
    assert done.returncode == 0, done.stderr
    [trial] = json.loads(done.stdout)["trials"]
    assert trial["status"] == "passed"
    [turn] = trial["voice"]["turns"]
    assert turn["said"] == "A table for four people please"
    assert turn["heard"]
    assert trial["latency_ms"] == [] or trial["latency_ms"][0] > 0
    assert Path(trial["voice"]["recording"]).exists()
    assert (out / "report.html").exists()
