-- How often calls have played what is kept of a phrase, and with which settings and under which name it came.
alter table phrases add column hit_count bigint not null default 0;
alter table phrases add column config jsonb not null default '{}';
alter table phrases add column filename text not null default '';

-- What is synthesized is heard first and sent back to be kept: nobody waits for a voice process to write it.
drop index phrases_requested;
alter table phrases drop column is_requested;

-- Texts that somebody wants to hear: a voice process speaks them, and whoever asked reads and deletes them.
create unlogged table phrase_previews (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    text text not null,
    language text not null,
    voice jsonb,
    asked_at timestamptz not null,
    -- Null: not yet. With it and without audio: it could not be spoken.
    answered_at timestamptz,
    audio bytea
);

create index phrase_previews_by_project on phrase_previews (project_id);
