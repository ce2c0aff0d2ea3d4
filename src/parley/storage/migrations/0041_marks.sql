-- Functions that were called, as numbers: written when a conversation is finished. Null: not yet, so its turns are looked
-- at. A job writes those of conversations that were finished before.
alter table conversations add column marks bigint[];
create index conversations_by_mark on conversations using gin (marks);
create index conversations_unmarked on conversations (project_id, environment, id desc) where marks is null;
