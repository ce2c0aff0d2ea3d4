-- What latencies are made of: of hours that are counted from now on.
alter table analytics_hours add column parts bytea not null default '';
alter table analytics_totals add column parts bytea not null default '';
