-- Ids of topics, variants and whatever else files know by names, where they are not worked out from the names: they belong
-- to the files, and go where those go.
alter table branches add column record_ids jsonb not null default '{}';
alter table deployments add column record_ids jsonb not null default '{}';
