-- The conversation (its public id) whose user's side was played again in this one; empty in all others.
alter table conversations add column replay_of text not null default '';

create index conversations_replays on conversations (replay_of) where replay_of <> '';
