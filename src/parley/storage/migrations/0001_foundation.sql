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
    successor_id uuid
);

create index keys_by_account on keys (account_id, family);

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
