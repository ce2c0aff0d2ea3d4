-- Drafts of a project. The files are packed as those of artifacts are; the base is what they began with, for the merge.
create table branches (
    id uuid primary key,
    code text not null,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    name text not null,
    parent_id uuid references branches on delete cascade,
    parent_sequence bigint not null,
    sequence bigint not null,
    tag text,
    created_by text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz,
    files bytea not null,
    base bytea not null,
    unique (project_id, code)
);

alter table branches alter column files set storage external;
alter table branches alter column base set storage external;
create unique index branches_by_name on branches (project_id, lower(name)) where archived_at is null;
create index branches_by_account on branches (account_id);
create index branches_by_parent on branches (parent_id) where parent_id is not null;
create index branches_in_archive on branches (archived_at) where archived_at is not null;

-- What came into a branch and when; a target that is null is main.
create table branch_merges (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    target_id uuid references branches on delete cascade,
    branch_name text not null,
    merged_by text not null,
    merged_at timestamptz not null,
    deployment_id uuid references deployments on delete set null
);

create index branch_merges_by_project on branch_merges (project_id, target_id, id desc);
create index branch_merges_by_target on branch_merges (target_id) where target_id is not null;
create index branch_merges_by_deployment on branch_merges (deployment_id) where deployment_id is not null;
