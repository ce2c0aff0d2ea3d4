-- When the transaction began that gave a conversation its first snapshot: the order in which exports go. Of those that had
-- one already nobody knows.
alter table conversations add column finished_at timestamptz default '1970-01-01 00:00:00+00';
alter table conversations alter column finished_at drop default;

create index conversations_finished on conversations (project_id, environment, finished_at, id)
    where record_bytes is not null;
