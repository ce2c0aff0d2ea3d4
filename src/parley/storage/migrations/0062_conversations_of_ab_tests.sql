-- What the conversations of an A/B test came to is asked again and again while its page is open.
create index conversations_by_ab_test on conversations (ab_test_id, id desc)
    include (project_id, environment, deployment_id, started_at, ended_at, handoff, record_bytes)
    where ab_test_id is not null;
