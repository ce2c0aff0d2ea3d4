"""Who sits where: conversations come back to their child, and nobody gets a seat twice."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from parley.agent_host.slots import Seats


def test_a_conversation_returns_to_its_child() -> None:
    seats: Seats[int] = Seats()
    for number in (1, 2):
        seats.add(number, now=0.0)
    first, second = seats.take("a"), seats.take("b")
    assert {first, second} == {1, 2}
    assert seats.take("c") is None
    for number in (1, 2):
        seats.release(number, now=1.0)
    assert seats.take("b") == second
    assert seats.take("a") == first


def test_its_child_being_busy_any_other_will_do() -> None:
    seats: Seats[int] = Seats()
    seats.add(1, now=0.0)
    assert seats.take("a") == 1
    seats.add(2, now=0.0)
    assert seats.take("a") == 2


def test_new_conversations_crowd_on_the_child_used_last() -> None:
    seats: Seats[int] = Seats()
    for number in (1, 2, 3):
        seats.add(number, now=float(number))
    assert seats.take("new") == 3


def test_old_children_may_go_but_some_stay() -> None:
    seats: Seats[int] = Seats()
    for number in (1, 2, 3):
        seats.add(number, now=float(number))
    assert seats.idle(before=2.0, keep=1) == [1, 2]
    assert seats.idle(before=9.0, keep=2) == [1]
    assert seats.take("x") == 3
    assert seats.idle(before=9.0, keep=0) == [1, 2]


class Seating(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.seats: Seats[int] = Seats()
        self.known: set[int] = set()
        self.taken: set[int] = set()
        self.now = 0.0

    @rule(number=st.integers(1, 5))
    def add(self, number: int) -> None:
        if number not in self.known:
            self.known.add(number)
            self.seats.add(number, self.now)

    @rule(conversation=st.sampled_from("abc"))
    def take(self, conversation: str) -> None:
        chosen = self.seats.take(conversation)
        assert (chosen is None) == (self.known == self.taken)
        if chosen is not None:
            assert chosen in self.known - self.taken
            self.taken.add(chosen)

    @rule(number=st.integers(1, 5))
    def release(self, number: int) -> None:
        self.now += 1
        self.taken.discard(number)
        self.seats.release(number, self.now)

    @rule(number=st.integers(1, 5))
    def lose(self, number: int) -> None:
        assert self.seats.remove(number) == (number in self.known)
        self.known.discard(number)
        self.taken.discard(number)

    @invariant()
    def counts_agree(self) -> None:
        assert (len(self.seats), self.seats.busy) == (len(self.known), len(self.taken))


TestSeating = Seating.TestCase
TestSeating.settings = settings(max_examples=15, stateful_step_count=20)
