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
