-- The id that whoever began a conversation has chosen for it, besides its own; null: none.
alter table conversations add column chosen_id text;

create index conversations_chosen on conversations (project_id, chosen_id) where chosen_id is not null;

-- Voices that an account has given a name: those of providers, besides those of the engines.
create table voices (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    provider text not null,
    provider_voice_id text not null,
    languages text[] not null,
    description text not null,
    sample_url text,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index voices_by_account on voices (account_id, name);

-- What a running voice process can speak with. Nothing is lost with it that is not said again.
create unlogged table speech_reports (
    process_id bigint primary key,
    seen_at timestamptz not null,
    providers text[] not null,
    voices jsonb not null
);
