-- The id that whoever began a conversation has chosen for it, besides its own; null: none.
alter table conversations add column chosen_id text;

create index conversations_chosen on conversations (project_id, chosen_id) where chosen_id is not null;
