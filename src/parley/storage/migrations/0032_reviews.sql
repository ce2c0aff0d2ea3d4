-- What people write about conversations: notes, tags, and thumbs up or down. None of it is part of the record.
create table conversation_notes (
    id uuid primary key,
    conversation_id uuid not null,
    project_id text not null references projects on delete cascade,
    turn int,
    body text not null,
    author_id uuid not null,
    author text not null,
    created_at timestamptz not null
);

create index conversation_notes_by_conversation on conversation_notes (conversation_id, id);
create index conversation_notes_by_project on conversation_notes (project_id, conversation_id);

create table conversation_tags (
    conversation_id uuid not null,
    project_id text not null references projects on delete cascade,
    tag text not null,
    primary key (conversation_id, tag)
);

create index conversation_tags_by_project on conversation_tags (project_id, tag, conversation_id);

-- One of each person for a turn, or (turn -1) for the conversation as a whole.
create table conversation_ratings (
    conversation_id uuid not null,
    project_id text not null references projects on delete cascade,
    turn int not null,
    is_up boolean not null,
    reason text not null default '',
    author_id uuid not null,
    author text not null,
    rated_at timestamptz not null,
    primary key (conversation_id, turn, author_id)
);

create index conversation_ratings_by_project on conversation_ratings (project_id, is_up, conversation_id);
