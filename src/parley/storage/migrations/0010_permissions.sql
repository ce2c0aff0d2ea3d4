-- A key of the family `api` opens several families of endpoints, for all projects of its account (null) or these.
alter table keys add column permissions text[];
alter table keys add column project_ids text[];
alter table keys add constraint keys_permissions check ((family = 'api') = (permissions is not null));
