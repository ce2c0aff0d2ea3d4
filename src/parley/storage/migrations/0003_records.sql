-- A finished conversation is sealed: its record is kept as JSON text beside its rows, so that pages of records are copied,
-- not built. `record_bytes` is the size of that text, and null until there is one.
alter table conversations add column record_bytes int;

drop index conversations_by_project;
create index conversations_by_project on conversations (project_id, environment, id desc) include (started_at);
create index conversations_by_variant on conversations (project_id, environment, variant_id, id desc);
create index conversations_by_variant_name on conversations (project_id, environment, variant_name, id desc);
create index conversations_by_channel on conversations (project_id, environment, channel, id desc);

-- The few that are not sealed yet: running ones, and those that ended a moment ago.
create index conversations_unsealed on conversations (project_id, environment, id desc) where record_bytes is null;

-- The few that ran for so long that a look at the hours before a moment would miss them.
create index conversations_long on conversations (project_id, environment, ended_at)
    where ended_at - started_at > interval '2 hours';

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
