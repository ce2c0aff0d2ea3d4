-- A number of a pool: it leads to its agent only while it is reserved for a caller.
alter table phone_numbers add column is_dynamic boolean not null default false;

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
