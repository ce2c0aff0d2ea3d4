-- A share of the new conversations in live goes to another deployment for a while, to compare the two.
create table ab_tests (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    project_id text not null references projects on delete cascade,
    name text not null,
    control_deployment_id uuid not null references deployments,
    variant_deployment_id uuid not null references deployments,
    -- Of a hundred new conversations, how many the variant gets.
    traffic_percentage smallint not null,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    chosen_deployment_id uuid references deployments
);

create unique index ab_tests_running on ab_tests (project_id) where ended_at is null;
create index ab_tests_by_project on ab_tests (project_id, id desc);

-- The test that a conversation is a part of; its deployment says in which arm.
alter table conversations add column ab_test_id uuid;
