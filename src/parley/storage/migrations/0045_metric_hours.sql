-- What agents measured in the conversations of an hour that is over, counted once, by what these have in common. `by_value`
-- says how often each text and each whole number from 0 to 10 was written.
create table metric_hours (
    project_id text not null references projects on delete cascade,
    environment text not null,
    name text not null,
    hour timestamptz not null,
    channel text not null,
    variant_id text not null,
    deployment_id uuid not null,
    conversations int not null,
    times int not null,
    numbers int not null,
    total double precision not null,
    lowest double precision,
    highest double precision,
    by_value jsonb not null,
    primary key (project_id, environment, name, hour, channel, variant_id, deployment_id)
);

create table metric_progress (
    project_id text not null references projects on delete cascade,
    environment text not null,
    counted_until timestamptz not null,
    primary key (project_id, environment)
);
