-- What conversations were about, as a model put it.
create table conversation_summaries (
    conversation_id uuid primary key,
    project_id text not null references projects on delete cascade,
    heading text not null,
    content text not null
);

create index conversation_summaries_by_project on conversation_summaries (project_id);
