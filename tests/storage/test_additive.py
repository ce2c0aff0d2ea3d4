"""Which migrations the release before works with, as values; and that all new ones are of that kind."""

from __future__ import annotations

import pytest

from parley.storage.additive import breaking_statements
from parley.storage.migrate import all_migrations

SINCE = 37
"""From this migration on, processes of the release before work with each. A migration that cannot be like that is
split: what is added goes into one release, what is taken away into the one after the next."""
BREAKING = {"0061_audio_cache": "drops a column that the release before writes: stop its processes before the upgrade"}
"""Name → why, and what it takes. No more are to come."""


def test_every_migration_since_then_leaves_the_release_before_working() -> None:
    breaking = {each.name: breaking_statements(each.sql) for each in all_migrations() if each.number >= SINCE}
    assert len(breaking) > 15
    assert {name for name, found in breaking.items() if found} == BREAKING.keys()


@pytest.mark.parametrize(
    "sql",
    [
        "create table notes (id uuid primary key, body text not null check (body <> ''))",
        "create unlogged table notes (id int)",
        "alter table keys add column colour text",
        "alter table keys add column colour text not null default 'red'",
        "alter table keys add column a int, add column b int not null default 0",
        "create index keys_by_colour on keys (colour)",
        "drop index keys_by_colour",
        "alter table keys alter column files set storage external",
        "create table notes (id int); create unique index notes_by_id on notes (id); alter table notes add unique (id)",
        "-- drop table keys;\n",
    ],
)
def test_what_adds(sql: str) -> None:
    assert breaking_statements(sql) == []


@pytest.mark.parametrize(
    "sql",
    [
        "drop table keys",
        "alter table keys drop column hint",
        "alter table keys add column a int, drop column hint",
        "ALTER TABLE keys RENAME COLUMN hint TO tip",
        "alter table keys rename to secrets",
        "alter table keys add column colour text not null",
        "alter table keys add column colour text default 'red' check (colour <> '')",
        "alter table keys add column owner uuid references people",
        "alter table keys alter column hint type int using 0",
        "alter table keys alter column hint set not null",
        "alter table keys add constraint short check (length(hint) < 9)",
        "create unique index keys_by_hint on keys (hint)",
        "update keys set hint = ''",
        "delete from keys",
        "do $$ begin end $$",
        "create trigger t before insert on keys for each row execute function f()",
    ],
)
def test_what_may_break_the_release_before(sql: str) -> None:
    assert len(breaking_statements(sql)) >= 1
