-- The whole schema as it stands: equal to the sum of migrations/, which a test proves. Read this; run those.

create table accounts (
    id text primary key,
    slug text not null unique,
    name text not null,
    created_at timestamptz not null default now()
);

create table projects (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    slug text not null,
    name text not null,
    region text not null,
    settings jsonb not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (account_id, slug)
);

-- Only the SHA-256 of a key is kept; the key itself is shown once, when it is issued.
create table keys (
    id uuid primary key,
    family text not null,
    hash bytea not null unique,
    hint text not null,
    name text not null default '',
    account_id text not null references accounts on delete cascade,
    project_id text references projects on delete cascade,
    region text,
    environment text,
    variant text,
    connector_id text,
    settings jsonb not null default '{}',
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    successor_id uuid,
    -- A key of the family `api` opens several families of endpoints, for all projects of its account (null) or these.
    permissions text[],
    project_ids text[],
    constraint keys_permissions check ((family = 'api') = (permissions is not null))
);

create index keys_by_account on keys (account_id, family);

-- Browsers that somebody signed in to the console with a key. Only hashes of their secrets are kept.
create table console_sessions (
    id uuid primary key,
    hash bytea not null unique,
    key_id uuid not null references keys on delete cascade,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
);

create index console_sessions_by_key on console_sessions (key_id);

-- Links that sign somebody in. One that was used is gone.
create table console_links (
    hash bytea primary key,
    key_id uuid not null references keys on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
);

create index console_links_by_key on console_links (key_id);

create table jobs (
    id uuid primary key,
    kind text not null,
    args jsonb not null,
    key text,
    run_at timestamptz not null,
    attempts int not null default 0,
    lease uuid,
    leased_until timestamptz,
    failed_at timestamptz,
    last_error text,
    created_at timestamptz not null default now()
);

create index jobs_due on jobs (run_at) where failed_at is null;
create unique index jobs_key on jobs (key) where key is not null;

create table periods (
    name text primary key,
    next_at timestamptz not null
);

-- The files of an agent project, whole and unchangeable, under the hash of their content.
create table artifacts (
    hash text primary key,
    files bytea not null,
    created_at timestamptz not null default now()
);

alter table artifacts alter column files set storage external;

create table deployments (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    environment text not null,
    artifact_hash text not null references artifacts,
    artifact_version text not null,
    version text not null,
    created_by text not null,
    created_at timestamptz not null default now(),
    metadata jsonb,
    -- Of what the files know by names, where the ids are not worked out from those.
    record_ids jsonb not null default '{}'
);

create index deployments_by_project on deployments (project_id, environment, id desc);

create table active_deployments (
    project_id text not null references projects on delete cascade,
    environment text not null,
    deployment_id uuid not null references deployments,
    since timestamptz not null default now(),
    primary key (project_id, environment)
);

-- Drafts of a project. The files are packed as those of artifacts are; the base is what they began with, for the merge.
create table branches (
    id uuid primary key,
    code text not null,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    name text not null,
    parent_id uuid references branches on delete cascade,
    parent_sequence bigint not null,
    sequence bigint not null,
    tag text,
    created_by text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz,
    files bytea not null,
    base bytea not null,
    -- As those of deployments.
    record_ids jsonb not null default '{}',
    unique (project_id, code)
);

alter table branches alter column files set storage external;
alter table branches alter column base set storage external;
create unique index branches_by_name on branches (project_id, lower(name)) where archived_at is null;
create index branches_by_account on branches (account_id);
create index branches_by_parent on branches (parent_id) where parent_id is not null;
create index branches_in_archive on branches (archived_at) where archived_at is not null;

-- What came into a branch and when; a target that is null is main.
create table branch_merges (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    target_id uuid references branches on delete cascade,
    branch_name text not null,
    merged_by text not null,
    merged_at timestamptz not null,
    deployment_id uuid references deployments on delete set null
);

create index branch_merges_by_project on branch_merges (project_id, target_id, id desc);
create index branch_merges_by_target on branch_merges (target_id) where target_id is not null;
create index branch_merges_by_deployment on branch_merges (deployment_id) where deployment_id is not null;

-- A share of the new conversations in live goes to another deployment for a while, to compare the two.
create table ab_tests (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    name text not null,
    control_deployment_id uuid not null references deployments,
    variant_deployment_id uuid not null references deployments,
    -- Of a hundred new conversations, how many the variant gets.
    traffic_percentage smallint not null,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    chosen_deployment_id uuid references deployments
);

create unique index ab_tests_running on ab_tests (project_id) where ended_at is null;
create index ab_tests_by_project on ab_tests (project_id, id desc);

-- What an agent's functions may ask for by name; encrypted with a key that is not in the database.
create table secrets (
    project_id text not null references projects on delete cascade,
    name text not null,
    encrypted bytea not null,
    updated_at timestamptz not null default now(),
    primary key (project_id, name)
);

-- What was edited of a project's real-time configuration, by environment. It stands over what the files of the deployment
-- say: the schema as a whole (null: nothing was edited), variables key by key (a null among them takes the key away).
create table real_time_configs (
    project_id text not null references projects on delete cascade,
    environment text not null,
    schema jsonb,
    variables jsonb not null default '{}',
    updated_at timestamptz not null,
    primary key (project_id, environment)
);

-- What an agent remembers of a caller between conversations.
create table memories (
    project_id text not null references projects on delete cascade,
    identifier text not null,
    fields jsonb not null,
    updated_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (project_id, identifier)
);

create index memories_expiry on memories (expires_at);

-- One row a conversation, written at its start and at its end. The id is a UUIDv7, so partitions by id are partitions by
-- time, and the primary key needs nothing else.
create table conversations (
    id uuid primary key,
    public_id text not null,
    account_id text not null,
    project_id text not null,
    environment text not null,
    deployment_id uuid not null,
    channel text not null,
    variant_id text not null default '',
    variant_name text not null default '',
    language text not null default '',
    from_number text not null default '',
    to_number text not null default '',
    started_at timestamptz not null,
    ended_at timestamptz,
    end_reason text,
    num_turns int not null default 0,
    num_silences int not null default 0,
    num_ood int not null default 0,
    handoff boolean not null default false,
    handoff_reason text not null default '',
    handoff_destination text not null default '',
    metrics jsonb not null default '{}',
    state jsonb not null default '{}',
    -- The size of the record; null until there is one.
    record_bytes int,
    -- When the transaction began that gave it its first record: the order in which exports go.
    finished_at timestamptz,
    -- The conversation (its public id) whose user's side was played again in this one; empty in all others.
    replay_of text not null default '',
    -- Functions that were called, as numbers: written when a conversation is finished. Null: not yet, so its turns are
    -- looked at.
    marks bigint[],
    -- Topics that were nearest, metrics that were written and whether something failed, as numbers: likewise. Null: not yet,
    -- or not any more.
    traits bigint[],
    -- The test that it is a part of; its deployment says in which arm.
    ab_test_id uuid,
    -- The id that whoever began it has chosen for it, besides its own; null: none.
    chosen_id text
) partition by range (id);

create index conversations_by_project on conversations (project_id, environment, id desc)
    include (started_at, ended_at, num_turns, num_silences, num_ood, record_bytes);
create index conversations_by_variant on conversations (project_id, environment, variant_id, id desc);
create index conversations_by_variant_name on conversations (project_id, environment, variant_name, id desc);
create index conversations_by_channel on conversations (project_id, environment, channel, id desc);

-- The few without a record yet: running ones, and those that ended a moment ago.
create index conversations_without_record on conversations (project_id, environment, id desc) where record_bytes is null;

create index conversations_replays on conversations (replay_of) where replay_of <> '';

-- What the conversations of an A/B test came to is asked again and again while its page is open.
create index conversations_by_ab_test on conversations (ab_test_id, id desc)
    include (project_id, environment, deployment_id, started_at, ended_at, handoff, record_bytes)
    where ab_test_id is not null;

create index conversations_chosen on conversations (project_id, chosen_id) where chosen_id is not null;

create index conversations_finished on conversations (project_id, environment, finished_at, id)
    where record_bytes is not null;

-- What an agent did not understand and what it handed over is looked at again and again, and is a part of all there is.
create index conversations_misunderstood on conversations (project_id, environment, id desc)
    include (started_at, num_ood, record_bytes) where num_ood > 0;
create index conversations_handed_over on conversations (project_id, environment, id desc)
    include (started_at, handoff_reason, record_bytes) where handoff;

create index conversations_by_mark on conversations using gin (marks);
create index conversations_unmarked on conversations (project_id, environment, id desc) where marks is null;
create index conversations_by_trait on conversations using gin (traits);
create index conversations_untraited on conversations (project_id, environment, id desc) where traits is null;

-- The few that ran for so long that a look at the hours before a moment would miss them.
create index conversations_long on conversations (project_id, environment, ended_at)
    where ended_at - started_at > interval '2 hours';

create table turns (
    conversation_id uuid not null,
    number int not null,
    user_input text not null,
    user_input_at timestamptz not null,
    agent_response text not null,
    agent_response_at timestamptz not null,
    barge_in boolean not null default false,
    is_silence boolean not null default false,
    is_ood boolean not null default false,
    dtmf text not null default '',
    intents jsonb not null default '[]',
    entities jsonb not null default '{}',
    metrics jsonb not null default '[]',
    latency_ms real,
    function_errors int not null default 0,
    api_errors int not null default 0,
    trace jsonb not null default '{}',
    -- In English, where the project asks for that.
    translated_user_input text,
    english_agent_response text,
    primary key (conversation_id, number)
) partition by range (conversation_id);

-- Conversations in which something failed or a function was called are few among all of a project: they are found without
-- a look at every turn.
create index turns_failed on turns (conversation_id) where function_errors + api_errors > 0;
create index turns_calling on turns (conversation_id) where trace -> 'functions' -> 0 is not null;

-- By the topic of the knowledge base that was nearest to what the user said.
create index turns_topic on turns ((intents ->> 0), conversation_id) where intents ->> 0 is not null;

-- What an agent's end function did: it runs when a conversation is over, and belongs to none of its turns. One row a
-- conversation, and none where nothing is to be told.
create table finishes (
    conversation_id uuid primary key,
    ran_at timestamptz not null,
    function_errors int not null,
    api_errors int not null,
    metrics jsonb not null,
    trace jsonb not null
) partition by range (conversation_id);

-- The few that failed, for alerts.
create index finishes_failed on finishes (ran_at) where function_errors + api_errors > 0;

-- What an active conversation carries from turn to turn. Gone when the conversation is finished. It has no index but its
-- key, so that a turn changes the row in place.
create table live_conversations (
    id uuid primary key,
    project_id text not null,
    environment text not null,
    deployment_id uuid not null,
    context jsonb not null,
    dialog bytea not null,
    state bytea not null,
    turns int not null,
    last_active_at timestamptz not null,
    ended boolean not null default false,
    lease uuid,
    leased_until timestamptz,
    owner bigint,
    -- It has handed out ids of external events: nobody keeps it in memory between two turns, so that an event that was
    -- accepted is known to the very next one.
    awaits_events boolean not null default false,
    -- The process in which a door waits for its events.
    attended_by bigint
) with (fillfactor = 50);

-- Rewritten with every turn: compressing it each time would cost more than the space.
alter table live_conversations alter column dialog set storage external;
alter table live_conversations alter column state set storage external;

-- An answer that was given under an Idempotency-Key, so that a retry gets it again and nothing happens twice.
create table idempotent_replies (
    key_id uuid not null,
    idempotency_key text not null,
    fingerprint bytea not null,
    reply jsonb not null,
    created_at timestamptz not null default now(),
    primary key (key_id, idempotency_key)
);

create index idempotent_replies_age on idempotent_replies (created_at);

create table external_event_ids (
    id text primary key,
    project_id text not null,
    conversation_id uuid not null,
    send_to_llm boolean not null,
    expires_at timestamptz not null
);

create index external_event_ids_expiry on external_event_ids (expires_at);

-- Events that were accepted and that the conversation does not know yet, in the order in which it will hear of them.
create table external_events (
    conversation_id uuid not null references live_conversations on delete cascade,
    number bigint generated always as identity,
    event_id text not null,
    send_to_llm boolean not null,
    content_type text not null,
    data text not null,
    created_at timestamptz not null,
    primary key (conversation_id, number)
);

-- Text messages and mails that agents sent: written with the turn, delivered by a job.
create table messages (
    id uuid primary key,
    project_id text not null,
    conversation_id uuid not null,
    kind text not null,
    recipient text not null,
    sender text not null default '',
    subject text not null default '',
    body text not null,
    details jsonb not null default '{}',
    status text not null default 'queued',
    error text not null default '',
    created_at timestamptz not null default now(),
    sent_at timestamptz
);

create index messages_by_conversation on messages (conversation_id);

-- The record of a finished conversation is a snapshot: it is kept as JSON text beside its rows, so that pages of records are copied,
-- not built.
create table records (
    id uuid primary key,
    head text not null,
    turns text not null
) partition by range (id);

-- What a transcript search finds. The lexemes are ours: project, side and word in one.
create table record_words (
    id uuid primary key,
    words tsvector not null
) partition by range (id);

create index record_words_index on record_words using gin (words);

-- What a semantic search finds: the direction of each coordinate for a first look, all of it for the second.
create table record_vectors (
    id uuid primary key,
    project_id text not null,
    environment text not null,
    model text not null,
    signature bytea not null,
    vector bytea not null,
    packed boolean not null default false
) partition by range (id);

create index record_vectors_loose on record_vectors (project_id, environment, model, id) where not packed;

create table records_to_embed (
    id uuid primary key
);

-- Many signatures in one row, written once and never changed: read and compared thousands at a time.
create table vector_blocks (
    id uuid primary key,
    project_id text not null,
    environment text not null,
    model text not null,
    first_id uuid not null,
    last_id uuid not null,
    ids bytea not null,
    signatures bytea not null
);

create index vector_blocks_by_project on vector_blocks (project_id, environment, model, last_id);
alter table vector_blocks alter column ids set storage external;
alter table vector_blocks alter column signatures set storage external;

-- What was recorded of a call. One row a recording; it outlives its audio when that was discarded.
create table recordings (
    id uuid primary key,
    started_at timestamptz not null,
    rate int not null,
    is_discarded boolean not null default false
) partition by range (id);

-- Some seconds of both tracks: mu-law, deflated, encrypted with a key that is not in the database.
create table recording_chunks (
    recording_id uuid not null,
    number int not null,
    first_sample bigint not null,
    samples int not null,
    is_private boolean not null,
    audio bytea not null,
    primary key (recording_id, number)
) partition by range (recording_id);

-- Compressed and encrypted already.
alter table recording_chunks alter column audio set storage external;

-- How many conversations ran at once: the peak of each five minutes, twelve to an hour, counted once the hour is over.
-- A facet is what they have in common: all, variant, variant_name, language or number.
create table concurrency_hours (
    project_id text not null references projects on delete cascade,
    environment text not null,
    facet text not null,
    value text not null,
    name text not null default '',
    hour timestamptz not null,
    peaks int[] not null,
    primary key (project_id, environment, facet, hour, value)
);

create table concurrency_progress (
    project_id text not null references projects on delete cascade,
    environment text not null,
    counted_until timestamptz not null,
    primary key (project_id, environment)
);

-- How many conversations started in each hour that is over, counted together with concurrency and void together with it.
create table started_hours (
    project_id text not null references projects on delete cascade,
    environment text not null,
    hour timestamptz not null,
    conversations int not null,
    primary key (project_id, environment, hour)
);

-- What the conversations of an hour that is over have together, counted once, by what they have in common. `latencies` is
-- a histogram of 64 buckets, four bytes each; `parts` one more for each of what they are made of, or nothing.
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
    parts bytea not null default '',
    primary key (project_id, environment, hour, channel, variant_id, deployment_id)
);

create table analytics_progress (
    project_id text not null references projects on delete cascade,
    environment text not null,
    counted_until timestamptz not null,
    -- Until when counted hours are added up; null: none is.
    added_up_until timestamptz,
    primary key (project_id, environment)
);

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
    added_up_until timestamptz,
    primary key (project_id, environment)
);

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
    parts bytea not null default '',
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

-- What an agent leaves for whoever takes the conversation over.
create table handoff_states (
    conversation_id uuid primary key,
    project_id text not null references projects on delete cascade,
    public_id text not null,
    shared_id text,
    data jsonb not null,
    created_at timestamptz not null default now()
);

create index handoff_states_shared on handoff_states (project_id, shared_id, conversation_id desc)
    where shared_id is not null;

-- Where alert events go. The secrets are encrypted with a key that is not in the database.
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
    updated_at timestamptz not null,
    -- Of a conversation that has ended it gets the whole record, not only where to read it.
    include_record boolean not null default false
);

create index webhook_endpoints_by_account on webhook_endpoints (account_id, created_at);

-- The very bytes that are signed and sent.
create table webhook_events (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    event_type text not null,
    body bytea not null,
    created_at timestamptz not null,
    -- What is told of a conversation goes when the conversation is removed.
    conversation_id uuid,
    -- For endpoints that want records.
    full_body bytea
);

create index webhook_events_by_conversation on webhook_events (conversation_id) where conversation_id is not null;
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

-- The states that each rule has been in: each from its moment to the next one's, with the value that led to it.
create table alert_rule_states (
    rule_id text not null references alert_rules on delete cascade,
    at timestamptz not null,
    state text not null,
    value bigint,
    primary key (rule_id, at)
);

create index alert_rules_by_account on alert_rules (account_id, created_at);

-- Minutes that are over and whose turns are packed, as far back as a rule looks, and a day more to be drawn. Turns that came late are found by
-- measuring a minute again: `looks` says how often it was.
create table activity_minutes (
    minute timestamptz primary key,
    looks smallint not null
);

create table activity_turns (
    minute timestamptz not null references activity_minutes on delete cascade,
    account_id text not null,
    project_id text not null,
    environment text not null,
    -- Packed turns; and when the conversations began that one of them opened, eight bytes each.
    turns bytea not null,
    starts bytea not null,
    primary key (minute, project_id, environment)
);

create index activity_turns_by_account on activity_turns (account_id, minute);

-- Sixteen bytes of a turn: when it was answered, its latency (not a number: unknown) and its errors.
create function packed_turn(answered_at timestamptz, latency_ms real, function_errors int, api_errors int) returns bytea
language sql immutable parallel safe as $$
    select timestamptz_send(answered_at) || float4send(coalesce(latency_ms, 'NaN'))
        || int2send(least(function_errors, 32767)::int2) || int2send(least(api_errors, 32767)::int2)
$$;

-- Written a few times, read a hundred times: not worth compressing.
alter table activity_turns alter column turns set storage external;
alter table activity_turns alter column starts set storage external;

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
    finished_at timestamptz,
    -- The cases that it is about; null: the whole suite. And the branch that it was asked for on.
    cases text[],
    branch text not null default 'main'
);

create index test_runs_by_project on test_runs (project_id, id desc);
create index test_runs_by_artifact on test_runs (project_id, artifact_hash, id desc);

-- How calls come in and go out. The password of the trunk is encrypted.
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
    updated_at timestamptz not null,
    -- What its calls begin with: the language that callers are heard in, the voice that answers, and whether the agent may
    -- hand callers over. Empty: as the agent's project says.
    asr_lang_code text not null default '',
    voice_name text not null default '',
    disable_handoff boolean not null default false
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
    updated_at timestamptz not null,
    -- A number of a pool: it leads to its agent only while it is reserved for a caller.
    is_dynamic boolean not null default false
);

create index phone_numbers_by_project on phone_numbers (project_id, number);

-- Phone calls, in both directions: those that wait to be placed, that run, and that ended a short while ago. The
-- conversation of a call has the same id.
create table calls (
    id uuid primary key,
    direction text not null,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    connector_id text references connectors on delete set null,
    environment text not null,
    variant_id text not null default '',
    from_number text not null default '',
    to_number text not null,
    encryption text not null default '',
    metadata jsonb not null default '{}',
    status text not null,
    reason text not null default '',
    sip_code int,
    created_at timestamptz not null,
    -- Waits in the queue until then.
    give_up_at timestamptz,
    calling_at timestamptz,
    connected_at timestamptz,
    ended_at timestamptz,
    -- Since when its client does not want it any more.
    cancelled_at timestamptz,
    -- The voice process that has it. Its slot at the connector is free again when the call ends or the process dies.
    held_by bigint,
    -- Since when that process has not been seen. A restarted database has to see everyone anew: it is not dead yet.
    missed_since timestamptz
);

create index calls_queued on calls (connector_id, id) where status = 'queued';
create index calls_running on calls (connector_id) where status = 'calling';
create index calls_ended on calls (ended_at) where ended_at is not null;

-- Calls that an account asked for in the current minute.
create table call_rates (
    account_id text primary key references accounts on delete cascade,
    minute timestamptz not null,
    calls int not null
);

-- Calls that a carrier has asked about. It asks once: the same request a second time is somebody else's.
create table carrier_calls (
    connector_id text not null references connectors on delete cascade,
    carrier_call_id text not null,
    seen_at timestamptz not null,
    primary key (connector_id, carrier_call_id)
);

create index carrier_calls_age on carrier_calls (seen_at);

-- One caller may reach the agent under this number until then, and brings these attributes along. The call that used it
-- keeps it until it ends.
create table dni_reservations (
    number text primary key references phone_numbers on delete cascade,
    project_id text not null references projects on delete cascade,
    environment text not null,
    variant_id text not null default '',
    attributes jsonb not null,
    reserved_at timestamptz not null,
    expires_at timestamptz not null,
    call_id uuid references calls on delete set null
);

-- A call that is forgotten looks for its number here.
create index dni_reservations_used on dni_reservations (call_id) where call_id is not null;

-- What a key has drawn as a random sample, page by page, for an hour: the next page draws from the rest. Nothing is lost with
-- it but the place in a sample, so a crash may empty it.
create unlogged table sample_draws (
    reader uuid not null,
    filters bytea not null,
    ids bytea not null,
    drawn_at timestamptz not null,
    primary key (reader, filters)
);

create index sample_draws_age on sample_draws (drawn_at);

-- Connectors that are registered at their providers, each by the voice process that has the lease.
create table registrations (
    connector_id text primary key references connectors on delete cascade,
    held_by bigint not null,
    leased_until timestamptz not null,
    state text not null default 'registering',
    reason text not null default '',
    -- Where the registrar is: calls are taken from there as well.
    addresses text[] not null default '{}',
    changed_at timestamptz not null default now()
);

-- Clients that stay connected to a conversation. The row is rewritten with every event: it has no index on what changes.
create table messaging_sessions (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    key_id uuid not null,
    environment text not null,
    variant text,
    streaming boolean not null,
    client jsonb not null default '{}',
    agent_name text not null default '',
    avatar_url text not null default '',
    -- What the page's own server said about the user, and under which id it does.
    context jsonb,
    context_id text not null default '',
    conversation_id uuid,
    attendance text not null default 'nobody',
    language text not null default '',
    last_sequence int not null default 0,
    -- The last event of the client that somebody has to act on, and up to which one that was done.
    last_request int not null default 0,
    answered int not null default 0,
    -- Fingerprints of the newest requests: a client that does not know whether one arrived sends it again.
    requests bigint[] not null default '{}',
    -- The process that acts on requests, and those that have sockets of the session, each as often as it has some.
    runner bigint,
    sockets bigint[] not null default '{}',
    created_at timestamptz not null,
    last_active_at timestamptz not null,
    ended_at timestamptz,
    end_reason text,
    -- Since when, to which queue and why, and behind which event.
    handoff jsonb,
    handed_over_at timestamptz,
    -- Who has taken it.
    person jsonb,
    -- The call that its client makes beside it, under an id of its own.
    call_sid text
) with (fillfactor = 50);

create index messaging_sessions_desk on messaging_sessions (project_id, handed_over_at)
    where handed_over_at is not null and ended_at is null;
create index messaging_sessions_conversation on messaging_sessions (conversation_id) where conversation_id is not null;
create index messaging_sessions_call on messaging_sessions (call_sid) where call_sid is not null;
create index messaging_sessions_ended on messaging_sessions (ended_at) where ended_at is not null;

-- Everything that both sides of a session were told, for clients that were away. Gone soon after the session.
create table messaging_events (
    session_id uuid not null,
    sequence int not null,
    is_request boolean not null default false,
    body text not null,
    primary key (session_id, sequence)
);

-- Text messages between a number of ours and one of a user, by channel: what was agreed with that user, and which
-- conversation runs. A word such as STOP counts until it is taken back, whatever is forgotten meanwhile.
create table text_threads (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    connector_id text not null,
    environment text not null,
    variant_id text not null default '',
    channel text not null,
    our_number text not null,
    user_number text not null,
    language text not null default '',
    conversation_id uuid,
    began_at timestamptz,
    -- What the agent says first, until it goes out with the answer.
    greeting text not null default '',
    opted_out_at timestamptz,
    blocked_until timestamptz,
    received_at timestamptz,
    last_active_at timestamptz not null,
    warned_at timestamptz,
    helped_at timestamptz,
    created_at timestamptz not null,
    -- Of the carrier: it picks the sender, and sends over RCS where it can.
    service_sid text not null default ''
);

create index text_threads_service on text_threads (connector_id, user_number) where service_sid <> '';
create unique index text_threads_pair on text_threads (account_id, channel, our_number, user_number);
create index text_threads_conversation on text_threads (conversation_id) where conversation_id is not null;
create index text_threads_running on text_threads (last_active_at) where conversation_id is not null;

-- Each message on its way, and what became of it. What it says is kept until it is answered or sent, and no longer: the
-- conversation has it.
create table text_messages (
    number bigint generated always as identity primary key,
    id uuid not null,
    thread_id uuid not null references text_threads on delete cascade,
    project_id text not null,
    connector_id text not null,
    conversation_id uuid,
    is_incoming boolean not null,
    -- Our answer to a keyword: sent also to those who want no other messages.
    is_notice boolean not null default false,
    -- The word that it was understood as.
    keyword text not null default '',
    body text not null,
    digest bytea not null default '',
    status text not null,
    error text not null default '',
    carrier_sid text,
    attempts int not null default 0,
    attempted_at timestamptz,
    created_at timestamptz not null,
    changed_at timestamptz not null
);

create unique index text_messages_id on text_messages (id);
-- What a carrier sends twice is taken once.
create unique index text_messages_sid on text_messages (connector_id, is_incoming, carrier_sid)
    where carrier_sid is not null;
create index text_messages_waiting on text_messages (thread_id, number)
    where status in ('received', 'queued', 'sending');
create index text_messages_recent on text_messages (thread_id, created_at);
create index text_messages_received on text_messages (project_id, created_at) where is_incoming;
create index text_messages_conversation on text_messages (conversation_id) where conversation_id is not null;
create index text_messages_old on text_messages (created_at);

-- What people write about conversations: notes, tags, and thumbs up or down. None of it is part of the record.
create table conversation_notes (
    id uuid primary key,
    conversation_id uuid not null,
    project_id text not null references projects on delete cascade,
    turn int,
    body text not null,
    author_id uuid not null,
    author text not null,
    created_at timestamptz not null
);

create index conversation_notes_by_conversation on conversation_notes (conversation_id, id);
create index conversation_notes_by_project on conversation_notes (project_id, conversation_id);

create table conversation_tags (
    conversation_id uuid not null,
    project_id text not null references projects on delete cascade,
    tag text not null,
    primary key (conversation_id, tag)
);

create index conversation_tags_by_project on conversation_tags (project_id, tag, conversation_id);

-- One of each person for a turn, or (turn -1) for the conversation as a whole.
create table conversation_ratings (
    conversation_id uuid not null,
    project_id text not null references projects on delete cascade,
    turn int not null,
    is_up boolean not null,
    reason text not null default '',
    author_id uuid not null,
    author text not null,
    rated_at timestamptz not null,
    primary key (conversation_id, turn, author_id)
);

create index conversation_ratings_by_project on conversation_ratings (project_id, is_up, conversation_id);

-- What conversations were about, as a model put it.
create table conversation_summaries (
    conversation_id uuid primary key,
    project_id text not null references projects on delete cascade,
    heading text not null,
    content text not null
);

create index conversation_summaries_by_project on conversation_summaries (project_id);

-- Filters of the list of conversations under a name: of one key, or shared with the account.
create table conversation_views (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    owner_id uuid not null references keys on delete cascade,
    name text not null,
    query text not null,
    is_shared boolean not null,
    created_at timestamptz not null
);

create unique index conversation_views_shared on conversation_views (account_id, name) where is_shared;
create unique index conversation_views_own on conversation_views (owner_id, name) where not is_shared;

-- Who changed what: written in the transaction of the change, never changed, and deleted by age or with its account.
-- Keys and projects are named without a reference: an entry outlives them.
create table audit_log (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    at timestamptz not null default now(),
    actor text not null,
    key_id uuid,
    actor_name text not null,
    role text,
    address text,
    verb text not null,
    kind text not null,
    subject text not null,
    project_id text,
    fields text[] not null
);

create index audit_log_by_account on audit_log (account_id, id);
create index audit_log_old on audit_log (at);

-- What each running process says of itself every few seconds. Nothing is lost with it that is not said again.
create unlogged table processes (
    id bigint primary key,
    role text not null,
    node text not null,
    pid int not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    cpu real not null,
    memory_bytes bigint not null,
    agents jsonb not null
);

-- Voices that an account has given a name: those of providers, besides those of the engines.
create table voices (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    provider text not null,
    provider_voice_id text not null,
    languages text[] not null,
    description text not null,
    sample_url text,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index voices_by_account on voices (account_id, name);

-- What a running voice process can speak with. Nothing is lost with it that is not said again.
create unlogged table speech_reports (
    process_id bigint primary key,
    seen_at timestamptz not null,
    providers text[] not null,
    voices jsonb not null
);

-- What an agent is known to say on calls, and how it is to sound: spoken once and kept, or recorded by somebody.
create table phrases (
    project_id text not null references projects on delete cascade,
    -- Worked out from text, language and voice: what a call is about to say is found by it.
    id text not null,
    text text not null,
    -- What is spoken for it.
    spoken_text text not null,
    language text not null,
    voice jsonb,
    -- Of the audio: synthesized or uploaded; empty: there is none.
    source text not null default '',
    audio bytea,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    seen_at timestamptz not null,
    -- How often calls have played the audio.
    hit_count bigint not null default 0,
    -- Settings that it was synthesized with, and the name of the file that it came in.
    config jsonb not null default '{}',
    filename text not null default '',
    primary key (project_id, id)
);

create index phrases_kept on phrases (project_id) where audio is not null;

-- Texts that somebody wants to hear: a voice process speaks them, and whoever asked reads and deletes them.
create unlogged table phrase_previews (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    text text not null,
    language text not null,
    voice jsonb,
    asked_at timestamptz not null,
    -- Null: not yet. With it and without audio: it could not be spoken.
    answered_at timestamptz,
    audio bytea
);

create index phrase_previews_by_project on phrase_previews (project_id);
