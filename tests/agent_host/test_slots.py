"""Conversations come back to their child, and nobody gets a slot twice."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from parley.agent_host.slots import Slots


def test_a_conversation_returns_to_its_child() -> None:
    slots: Slots[int] = Slots()
    for number in (1, 2):
        slots.add(number, now=0.0)
    first, second = slots.acquire("a"), slots.acquire("b")
    assert {first, second} == {1, 2}
    assert slots.acquire("c") is None
    for number in (1, 2):
        slots.release(number, now=1.0)
    assert slots.acquire("b") == second
    assert slots.acquire("a") == first


def test_its_child_being_busy_any_other_will_do() -> None:
    slots: Slots[int] = Slots()
    slots.add(1, now=0.0)
    assert slots.acquire("a") == 1
    slots.add(2, now=0.0)
    assert slots.acquire("a") == 2


def test_new_conversations_crowd_on_the_child_used_last() -> None:
    slots: Slots[int] = Slots()
    for number in (1, 2, 3):
        slots.add(number, now=float(number))
    assert slots.acquire("new") == 3


def test_old_children_may_go_but_some_stay() -> None:
    slots: Slots[int] = Slots()
    for number in (1, 2, 3):
        slots.add(number, now=float(number))
    assert slots.idle_since(before=2.0, keep=1) == [1, 2]
    assert slots.idle_since(before=9.0, keep=2) == [1]
    assert slots.acquire("x") == 3
    assert slots.idle_since(before=9.0, keep=0) == [1, 2]


class SlotsMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.slots: Slots[int] = Slots()
        self.known: set[int] = set()
        self.taken: set[int] = set()
        self.now = 0.0

    @rule(number=st.integers(1, 5))
    def add(self, number: int) -> None:
        if number not in self.known:
            self.known.add(number)
            self.slots.add(number, self.now)

    @rule(conversation=st.sampled_from("abc"))
    def take(self, conversation: str) -> None:
        chosen = self.slots.acquire(conversation)
        assert (chosen is None) == (self.known == self.taken)
        if chosen is not None:
            assert chosen in self.known - self.taken
            self.taken.add(chosen)

    @rule(number=st.integers(1, 5))
    def release(self, number: int) -> None:
        self.now += 1
        self.taken.discard(number)
        self.slots.release(number, self.now)

    @rule(number=st.integers(1, 5))
    def lose(self, number: int) -> None:
        assert self.slots.remove(number) == (number in self.known)
        self.known.discard(number)
        self.taken.discard(number)

    @invariant()
    def counts_agree(self) -> None:
        assert (len(self.slots), self.slots.busy) == (len(self.known), len(self.taken))


TestSlotsMachine = pytest.mark.slow(SlotsMachine.TestCase)
TestSlotsMachine.settings = settings(max_examples=15, stateful_step_count=20)
