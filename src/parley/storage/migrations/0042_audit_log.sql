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
