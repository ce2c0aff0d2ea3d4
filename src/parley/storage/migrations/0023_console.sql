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
