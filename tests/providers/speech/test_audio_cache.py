"""Audio is kept while there is room, what was used last for longest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.providers.speech.audio_cache import AudioCache, Spoken


def test_the_audio_that_was_not_used_for_longest_goes() -> None:
    cache = AudioCache(size=30, largest=20)
    cache.put("a", Spoken(bytes(10)))
    cache.put("b", Spoken(bytes(10)))
    cache.put("c", Spoken(bytes(10)))
    assert cache.get("a") == Spoken(bytes(10))
    cache.put("d", Spoken(bytes(10)))
    assert cache.get("b") is None
    assert cache.get("a") is not None


def test_what_is_too_large_is_not_kept() -> None:
    cache = AudioCache(size=30, largest=20)
    cache.put("a", Spoken(bytes(21)))
    assert cache.get("a") is None


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 25))))
def test_it_never_holds_more_than_it_may(sounds: list[tuple[int, int]]) -> None:
    cache = AudioCache(size=40, largest=20)
    for key, size in sounds:
        cache.put(key, Spoken(bytes(size)))
        assert cache.used == sum(len(found.audio) for each in range(6) if (found := cache.get(each))) <= 40
