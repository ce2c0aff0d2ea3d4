-- Sessions whose client calls beside them, under an id of its own.
alter table messaging_sessions add column call_sid text;

create index messaging_sessions_call on messaging_sessions (call_sid) where call_sid is not null;
