-- Topics that were nearest, metrics that were written and whether something failed, as numbers: written when a conversation is
-- finished. Null: not yet, or not any more, so its turns are looked at. A job writes those that are missing.
alter table conversations add column traits bigint[];
create index conversations_by_trait on conversations using gin (traits);
create index conversations_untraited on conversations (project_id, environment, id desc) where traits is null;
