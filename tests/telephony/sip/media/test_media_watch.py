"""Who is silent is asked, and who is gone is found out."""

from __future__ import annotations

from parley.telephony.sip.media.media_watch import MediaWatch

SECONDS = 30.0


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def watching() -> tuple[MediaWatch, Clock]:
    clock = Clock()
    return MediaWatch(SECONDS, clock), clock


def test_who_sends_is_not_asked() -> None:
    watch, clock = watching()
    for number in range(100):
        clock.now = float(number)
        assert watch.look({"a": number // 20}) == []


def test_who_is_silent_is_asked_once_until_there_is_an_answer() -> None:
    watch, clock = watching()
    watch.look({"a": 5})
    clock.now = 29.0
    assert watch.look({"a": 5}) == []
    clock.now = 30.0
    assert watch.look({"a": 5}) == ["a"]
    clock.now = 40.0
    assert watch.look({"a": 5}) == []
    assert not watch.answered("a", 200)
    clock.now = 69.0
    assert watch.look({"a": 5}) == []
    clock.now = 70.0
    assert watch.look({"a": 5}) == ["a"]


def test_any_answer_is_a_sign_of_life_but_that_the_call_is_unknown() -> None:
    for code, is_gone in ((200, False), (405, False), (501, False), (0, False), (481, True), (408, True)):
        watch, clock = watching()
        watch.look({"a": 0})
        clock.now = SECONDS
        assert watch.look({"a": 0}) == ["a"]
        assert watch.answered("a", code) is is_gone


def test_who_does_not_answer_twice_is_gone() -> None:
    watch, clock = watching()
    watch.look({"a": 0})
    clock.now = SECONDS
    assert watch.look({"a": 0}) == ["a"]
    clock.now += 32
    assert not watch.answered("a", None)
    assert watch.look({"a": 0}) == ["a"], "at once"
    assert watch.answered("a", None)


def test_who_sends_again_meanwhile_is_there() -> None:
    watch, clock = watching()
    watch.look({"a": 0})
    clock.now = SECONDS
    assert watch.look({"a": 0}) == ["a"]
    clock.now += 1
    assert watch.look({"a": 7}) == []
    assert not watch.answered("a", None)


def test_a_call_that_is_over_is_forgotten() -> None:
    watch, clock = watching()
    watch.look({"a": 0})
    clock.now = SECONDS
    watch.look({"a": 0})
    assert watch.look({}) == []
    assert not watch.answered("a", 481)
