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
