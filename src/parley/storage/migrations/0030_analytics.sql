-- What the conversations of an hour that is over have together, counted once, by what they have in common. `latencies` is
-- a histogram of 64 buckets, four bytes each.
create table analytics_hours (
    project_id text not null references projects on delete cascade,
    environment text not null,
    hour timestamptz not null,
    channel text not null,
    variant_id text not null,
    deployment_id uuid not null,
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
    primary key (project_id, environment, hour, channel, variant_id, deployment_id)
);

create table analytics_progress (
    project_id text not null references projects on delete cascade,
    environment text not null,
    counted_until timestamptz not null,
    primary key (project_id, environment)
);
