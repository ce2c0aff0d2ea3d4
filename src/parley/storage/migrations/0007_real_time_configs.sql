-- What was edited of a project's real-time configuration, by environment. It stands over what the files of the deployment
-- say: the schema as a whole (null: nothing was edited), variables key by key (a null among them takes the key away).
create table real_time_configs (
    project_id text not null references projects on delete cascade,
    environment text not null,
    schema jsonb,
    variables jsonb not null default '{}',
    updated_at timestamptz not null,
    primary key (project_id, environment)
);
