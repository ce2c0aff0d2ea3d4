"""What answers about branches look like. Sequences are texts in them, and numbers in requests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field

from parley.domain.branches.model import MAIN, Branch
from parley.kit.clock import iso

BranchName = Annotated[str, Field(min_length=1, max_length=100)]
Sequence = Annotated[int, Field(ge=0, le=2**53)]


class BranchRecord(BaseModel):
    id: str
    branchId: str = Field(description="`main`, or BRANCH-… as addresses take it.")
    name: str
    accountId: str
    projectId: str
    active: bool = Field(description="False for what is in the archive.")
    createdBy: str
    createdAt: str
    updatedAt: str
    parentBranchId: str | None = Field(description="What it was made from and merges into; null for main.")
    parentSequence: str | None = Field(description="Which sequence of the parent it has seen; null for main.")
    isDiverged: bool = Field(description="The parent was changed since.")
    tag: str | None
    sequence: str


class BranchList(BaseModel):
    branches: list[BranchRecord]


class ArchivedBranch(BranchRecord):
    archivedAt: str
    daysLeft: int = Field(description="Until it is forgotten.")


class ArchivedList(BaseModel):
    branches: list[ArchivedBranch]


class CreatedBranch(BaseModel):
    branchId: str
    sequenceId: str


class Deleted(BaseModel):
    sequence: str
    message: str


def branches_json(branches: Iterable[Branch], main: Branch) -> list[dict[str, Any]]:
    """Each held against its parent as it is now."""
    found = list(branches)
    sequences = {branch.code: branch.sequence for branch in found} | {MAIN: main.sequence}
    return [branch_json(branch, sequences.get(branch.parent_code)) for branch in found]


def branch_json(branch: Branch, parent_now: int | None) -> dict[str, Any]:
    """`parent_now`: the sequence of its parent; None where that does not matter."""
    is_main = branch.is_main
    return {
        "id": str(branch.id),
        "branchId": branch.code,
        "name": branch.name,
        "accountId": branch.account_id,
        "projectId": branch.project_id,
        "active": branch.archived_at is None,
        "createdBy": branch.created_by,
        "createdAt": iso(branch.created_at),
        "updatedAt": iso(branch.updated_at),
        "parentBranchId": None if is_main else branch.parent_code,
        "parentSequence": None if is_main else str(branch.parent_sequence),
        "isDiverged": not is_main and parent_now is not None and parent_now != branch.parent_sequence,
        "tag": branch.tag,
        "sequence": str(branch.sequence),
    }


def archived_json(branch: Branch, now: datetime) -> dict[str, Any]:
    assert branch.archived_at is not None, "only what is in the archive has an end"
    found = branch_json(branch, None)
    return {**found, "archivedAt": iso(branch.archived_at), "daysLeft": branch.days_left(now)}
