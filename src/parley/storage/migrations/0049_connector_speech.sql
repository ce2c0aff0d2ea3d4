-- What a connector's calls begin with: the language that callers are heard in, the voice that answers, and whether the
-- agent may hand callers over. Empty: as the agent's project says.
alter table connectors add column asr_lang_code text not null default '';
alter table connectors add column voice_name text not null default '';
alter table connectors add column disable_handoff boolean not null default false;
