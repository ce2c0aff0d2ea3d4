"""How many may have something that lasts at a time, in this process and of one account."""

from __future__ import annotations

from collections import Counter

from parley.kit.errors import ParleyError


class Admission:
    def __init__(self, most: int, most_of_account: int, refusal: type[ParleyError]) -> None:
        self._most = most
        self.most_of_account = most_of_account
        self._refusal = refusal
        self._by_account: Counter[str] = Counter()

    def enter(self, account_id: str) -> None:
        if self._by_account.total() >= self._most or self._by_account[account_id] >= self.most_of_account:
            raise self._refusal(headers={"Retry-After": "10"})
        self._by_account[account_id] += 1

    def leave(self, account_id: str) -> None:
        self._by_account[account_id] -= 1
        if not self._by_account[account_id]:
            del self._by_account[account_id]
