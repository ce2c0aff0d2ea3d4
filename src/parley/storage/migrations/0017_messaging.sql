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
    end_reason text
) with (fillfactor = 50);

create index messaging_sessions_conversation on messaging_sessions (conversation_id) where conversation_id is not null;
create index messaging_sessions_ended on messaging_sessions (ended_at) where ended_at is not null;

-- Everything that both sides of a session were told, for clients that were away. Gone soon after the session.
create table messaging_events (
    session_id uuid not null,
    sequence int not null,
    is_request boolean not null default false,
    body text not null,
    primary key (session_id, sequence)
);
