-- Counted hours, added up: of all conversations (`facet` all), and by each channel, variant and deployment alone. Questions
-- that ask for no more than one of these read as many rows as there are hours, however many variants there are.
create table analytics_totals (
    project_id text not null references projects on delete cascade,
    environment text not null,
    facet text not null,
    value text not null,
    hour timestamptz not null,
    conversations int not null,
    ended int not null,
    handoffs int not null,
    seconds double precision not null,
    turns int not null,
    silences int not null,
    misunderstood int not null,
    crashed int not null,
    function_errors int not null,
    api_errors int not null,
    reasons jsonb not null,
    latencies bytea not null,
    primary key (project_id, environment, facet, value, hour)
);

create table metric_totals (
    project_id text not null references projects on delete cascade,
    environment text not null,
    facet text not null,
    value text not null,
    name text not null,
    hour timestamptz not null,
    conversations int not null,
    times int not null,
    numbers int not null,
    total double precision not null,
    lowest double precision,
    highest double precision,
    by_value jsonb not null,
    primary key (project_id, environment, facet, name, value, hour)
);

-- Until when that is done, of what is counted. Null: not yet.
alter table analytics_progress add column added_up_until timestamptz;
alter table metric_progress add column added_up_until timestamptz;
