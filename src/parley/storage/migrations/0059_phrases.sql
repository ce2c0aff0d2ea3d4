-- What an agent is known to say on calls, and how it is to sound: spoken once and kept, or recorded by somebody.
create table phrases (
    project_id text not null references projects on delete cascade,
    -- Worked out from text, language and voice: what a call is about to say is found by it.
    id text not null,
    text text not null,
    -- What is spoken for it.
    spoken_text text not null,
    language text not null,
    voice jsonb,
    -- Of the audio: synthesized or uploaded; empty: there is none.
    source text not null default '',
    audio bytea,
    is_requested boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (project_id, id)
);

create index phrases_requested on phrases (updated_at) where is_requested;

create index phrases_kept on phrases (project_id) where audio is not null;
