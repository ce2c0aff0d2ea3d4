"""Branches as values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from parley.domain.deployments.model import Deployment
from parley.domain.projection.identities import NO_IDS, RecordIds
from parley.domain.projects.files import Bundle, bundle_files, find_collisions
from parley.domain.projects.info import ProjectInfo
from parley.kit.errors import FieldError, ParleyError

MAIN = "main"
CODE_PREFIX, CODE_LENGTH = "BRANCH-", 8
CODE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
IN_ARCHIVE = timedelta(days=30)
MOST_BRANCHES = 200
"""Of a project, those in the archive not counted."""
MOST_MERGES = 200
"""That are shown of a branch, the newest first."""


class BranchNotFound(ParleyError):
    """There is no such branch."""

    status = 404


class BranchNameAlreadyExists(ParleyError):
    """There is a branch with this name already."""

    status = 409


class BranchSequenceMismatch(ParleyError):
    """The branch was changed since: read its sequence again."""

    status = 409


class BranchSequenceNotKept(ParleyError):
    """What the branch was like at this sequence is not kept: a branch has its files as they are, and as they began."""

    status = 404


class BranchLimitReached(ParleyError):
    """The project has as many branches as it may: delete one."""

    status = 409


class BranchHasBranches(ParleyError):
    """Other branches were made from this one: merge or delete them first."""

    status = 409


class BranchParentArchived(ParleyError):
    """What this branch was made from is in the archive: restore that first."""

    status = 409


class BranchReadOnly(ParleyError):
    """The branch main is not written to: change another branch, and merge it."""

    status = 422


class BranchFilesInvalid(ParleyError):
    """These files are not what a project may hold."""

    status = 400


class BranchMergeConflict(ParleyError):
    """Both sides changed the same: say for each conflict whose change counts."""

    status = 400


@dataclass(frozen=True, slots=True)
class Branch:
    id: UUID
    code: str
    """What clients know it by."""
    account_id: str
    project_id: str
    name: str
    parent_id: UUID | None
    """None: main."""
    parent_code: str
    parent_sequence: int
    """Of the parent, when this branch was made from it or last brought together with it."""
    sequence: int
    tag: str | None
    created_by: str
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None = None

    @property
    def is_main(self) -> bool:
        return self.code == MAIN

    def days_left(self, now: datetime) -> int:
        """In the archive, begun ones counted."""
        if self.archived_at is None:
            return 0
        return max(0, math.ceil((self.archived_at + IN_ARCHIVE - now) / timedelta(days=1)))


@dataclass(frozen=True, slots=True)
class Main:
    """The newest publication in the sandbox, and how many there were."""

    deployment: Deployment | None
    sequence: int


@dataclass(frozen=True, slots=True)
class Head:
    """Files as they are at a sequence."""

    sequence: int
    files: Bundle
    ids: RecordIds = NO_IDS


@dataclass(frozen=True, slots=True)
class Draft:
    """A branch's files, packed, and the ids that belong to them."""

    sequence: int
    files: bytes
    record_ids: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Merge:
    """One that happened: which branch came in, by whom and when."""

    branch_name: str
    merged_by: str
    merged_at: datetime


def main_branch(project_info: ProjectInfo, main: Main) -> Branch:
    newest = main.deployment
    return Branch(
        id=main_id(project_info.id),
        code=MAIN,
        account_id=project_info.account_id,
        project_id=project_info.id,
        name=MAIN,
        parent_id=None,
        parent_code="",
        parent_sequence=0,
        sequence=main.sequence,
        tag=None,
        created_by=newest.created_by if newest else "",
        created_at=project_info.created_at,
        updated_at=newest.created_at if newest else project_info.updated_at,
    )


def main_id(project_id: str) -> UUID:
    """Always the same one: there is no row that could keep it."""
    return uuid5(NAMESPACE_URL, f"parley:{project_id}/{MAIN}")


def changed_files(files: Bundle, changes: Mapping[str, bytes | None]) -> Bundle:
    """The files after the changes, where None takes one away. Raises with all that is wrong about them."""
    merged = {**files.files, **changes}
    bundle, problems = bundle_files({path: content for path, content in merged.items() if content is not None})
    if bundle is not None and changes.keys() - files.files.keys():
        # Only what is new: a project that was deployed before this was checked is taken as it is.
        known = set(find_collisions(files.files))
        problems = [each for each in find_collisions(bundle.files) if each not in known]
    if bundle is None or problems:
        raise BranchFilesInvalid(fields=[FieldError(each.path or "files", each.message) for each in problems])
    return bundle
