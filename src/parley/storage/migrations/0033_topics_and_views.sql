-- By the topic of the knowledge base that was nearest to what the user said.
create index turns_topic on turns ((intents ->> 0), conversation_id) where intents ->> 0 is not null;

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
