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
    created_at timestamptz not null
);

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
