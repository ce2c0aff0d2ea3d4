"""Audio on disk: what comes back is what was written, or nothing."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from parley.providers.speech.audio_cache import Spoken
from parley.providers.speech.prompt_store import (
    ABANDONED_SECONDS,
    LARGEST,
    UNTOUCHED_SECONDS,
    PromptStore,
    decode,
    encode,
)
from parley.providers.speech.protocol import SpokenWord, VoiceSettings

SPOKEN = Spoken(b"\1\2" * 400, (SpokenWord("Grüße", 800),))
KEY = ("hibari", "0.2.1", "Hello.", "en-US", VoiceSettings("x", options=(("a", 0.5),)))


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_what_was_put_is_there_after_a_restart_and_for_its_owner_only(tmp_path: Path) -> None:
    PromptStore(tmp_path / "prompts").put(KEY, SPOKEN)
    store = PromptStore(tmp_path / "prompts")
    assert store.get(KEY) == SPOKEN
    assert store.has(KEY)
    assert store.get((*KEY, "other")) is None
    assert (tmp_path / "prompts").stat().st_mode & 0o777 == 0o700
    (file,) = files(tmp_path / "prompts")
    assert file.stat().st_mode & 0o777 == 0o600
    assert "Hello" not in file.name
    assert b"Hello." not in file.read_bytes()


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=3))
def test_a_damaged_file_is_as_good_as_none(at: int, garbage: bytes) -> None:
    content = encode(SPOKEN)
    at %= len(content)
    damaged = content[:at] + garbage + content[at + len(garbage) :]
    assert decode(damaged) == (SPOKEN if damaged == content else None)
    assert decode(content[:at]) is None


def test_a_damaged_file_goes(tmp_path: Path) -> None:
    store = PromptStore(tmp_path)
    store.put(KEY, SPOKEN)
    (file,) = files(tmp_path)
    file.write_bytes(file.read_bytes()[:-1])
    assert store.get(KEY) is None
    assert files(tmp_path) == []


def test_what_was_not_used_for_longest_goes_when_there_is_no_room(tmp_path: Path) -> None:
    store = PromptStore(tmp_path, len(encode(SPOKEN)) * 4)
    for number in range(4):
        known = set(files(tmp_path))
        store.put(number, SPOKEN)
        (made,) = set(files(tmp_path)) - known
        seconds = made.stat().st_mtime - UNTOUCHED_SECONDS * (9 - number)
        os.utime(made, (seconds, seconds))
    assert store.get(0) == SPOKEN, "and is used again"
    store.put(4, SPOKEN)
    assert [store.has(number) for number in range(5)] == [True, False, False, True, True]


def test_abandoned_files_go_and_those_that_are_written_stay(tmp_path: Path) -> None:
    old, new = tmp_path / ".new-old", tmp_path / ".new-now"
    old.write_bytes(b"half")
    new.write_bytes(b"half")
    os.utime(old, (1, old.stat().st_mtime - ABANDONED_SECONDS - 60))
    PromptStore(tmp_path).put(KEY, SPOKEN)
    assert not old.exists()
    assert new.exists()


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    PromptStore(tmp_path / "prompts").put(KEY, Spoken(bytes(LARGEST)))
    assert not (tmp_path / "prompts").exists()


def test_a_disk_that_takes_nothing_is_not_the_calls_trouble(tmp_path: Path) -> None:
    (tmp_path / "prompts").write_text("a file where the folder should be")
    with capture_logs() as logs:
        PromptStore(tmp_path / "prompts").put(KEY, SPOKEN)
    assert [line["event"] for line in logs] == ["prompt_not_stored"]
    assert PromptStore(tmp_path / "prompts").get(KEY) is None


@pytest.mark.slow
def test_several_may_write_and_clean_the_same_folder(tmp_path: Path) -> None:
    size = len(encode(SPOKEN)) * 5
    found: list[Spoken | None] = []

    def work() -> None:
        store = PromptStore(tmp_path, size)
        for number in range(20):
            store.put(number, SPOKEN)
            found.append(store.get(number))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) <= {SPOKEN, None}
    assert sum(path.stat().st_size for path in files(tmp_path)) <= size
