-- People who take over sessions that the agent hands over.
alter table messaging_sessions
    -- Since when, to which queue and why, and behind which event.
    add column handoff jsonb,
    add column handed_over_at timestamptz,
    -- Who has taken it.
    add column person jsonb;

create index messaging_sessions_desk on messaging_sessions (project_id, handed_over_at)
    where handed_over_at is not null and ended_at is null;
