-- Where alert events go. The secrets are sealed with a key that is not in the database.
create table webhook_endpoints (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    url text not null,
    enabled boolean not null default true,
    disabled_reason text not null default '',
    event_types text[] not null,
    timeout_ms int not null,
    headers jsonb not null default '{}',
    secret bytea not null,
    old_secret bytea,
    old_secret_until timestamptz,
    failing_since timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index webhook_endpoints_by_account on webhook_endpoints (account_id, created_at);

-- The very bytes that are signed and sent.
create table webhook_events (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    event_type text not null,
    body bytea not null,
    created_at timestamptz not null
);

create index webhook_events_age on webhook_events (created_at);

-- One event on its way to one endpoint: a queue of its own, leased like jobs.
create table webhook_deliveries (
    id uuid primary key,
    event_id uuid not null references webhook_events on delete cascade,
    endpoint_id text not null references webhook_endpoints on delete cascade,
    status text not null default 'pending',
    attempts int not null default 0,
    -- Attempts before the last replay, with which counting them begins anew.
    attempts_before int not null default 0,
    -- When it is due; while a worker has it, when the others may take it over.
    next_attempt_at timestamptz,
    lease uuid,
    finished_at timestamptz,
    created_at timestamptz not null
);

create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);

create table webhook_attempts (
    delivery_id uuid not null references webhook_deliveries on delete cascade,
    number int not null,
    started_at timestamptz not null,
    duration_ms int not null,
    status_code int,
    error text not null default '',
    primary key (delivery_id, number)
);

create table alert_rules (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    project_id text references projects on delete cascade,
    name text not null,
    metric text not null,
    operator text not null,
    threshold_value bigint not null,
    window_duration text not null,
    enabled boolean not null default true,
    state text not null default 'ok',
    -- An incident is open: its trigger was sent, its end not yet.
    firing boolean not null default false,
    since timestamptz,
    last_evaluated_at timestamptz,
    current_value bigint,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Counts every change: what was judged by an older one is not written.
    revision bigint not null default 0
);

create index alert_rules_by_account on alert_rules (account_id, created_at);

-- Minutes that are over and whose turns are packed, as far back as a rule looks. Turns that came late are found by
-- measuring a minute again: `looks` says how often it was.
create table measured_minutes (
    minute timestamptz primary key,
    looks smallint not null
);

create table measured_turns (
    minute timestamptz not null references measured_minutes on delete cascade,
    account_id text not null,
    project_id text not null,
    environment text not null,
    -- Packed turns; and when the conversations began that one of them opened, eight bytes each.
    turns bytea not null,
    starts bytea not null,
    primary key (minute, project_id, environment)
);

-- Sixteen bytes of a turn: when it was answered, its latency (not a number: unknown) and its errors.
create function packed_turn(answered_at timestamptz, latency_ms real, function_errors int, api_errors int) returns bytea
language sql immutable parallel safe as $$
    select timestamptz_send(answered_at) || float4send(coalesce(latency_ms, 'NaN'))
        || int2send(least(function_errors, 32767)::int2) || int2send(least(api_errors, 32767)::int2)
$$;

-- Written a few times, read a hundred times: not worth compressing.
alter table measured_turns alter column turns set storage external;
alter table measured_turns alter column starts set storage external;

-- The turns of the last minutes, whoever's they are. They arrive in the order of time, so it grows at one end.
create index turns_by_time on turns (agent_response_at);

-- The few conversations that did not end as they should have.
create index conversations_crashed on conversations (ended_at) where end_reason in ('crash', 'error');

-- A run of a project's test suite on a deployment.
create table test_runs (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    deployment_id uuid not null references deployments on delete cascade,
    artifact_hash text not null,
    trigger text not null,
    status text not null default 'queued',
    total int not null default 0,
    passed int not null default 0,
    failed int not null default 0,
    results jsonb not null default '[]',
    error text not null default '',
    created_by text not null,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz
);

create index test_runs_by_project on test_runs (project_id, id desc);
create index test_runs_by_artifact on test_runs (project_id, artifact_hash, id desc);

-- How calls come in and go out. The password of the trunk is sealed.
create table connectors (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    name text not null,
    environment text not null default 'live',
    variant_id text not null default '',
    outbound boolean not null default false,
    settings jsonb not null default '{}',
    secret bytea,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index connectors_by_project on connectors (project_id);

create table phone_numbers (
    number text primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    environment text not null,
    variant_id text not null default '',
    connector_id text references connectors on delete set null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index phone_numbers_by_project on phone_numbers (project_id, number);
