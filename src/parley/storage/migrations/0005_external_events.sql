-- It has handed out ids of external events: nobody keeps it in memory between two turns, so that an event that was
-- accepted is known to the very next one. And the process in which a door waits for its events.
alter table live_conversations add column awaits_events boolean not null default false;
alter table live_conversations add column attended_by bigint;

update live_conversations set awaits_events = true
where id in (select conversation_id from external_event_ids where expires_at > now());

-- Events that were accepted and that the conversation does not know yet, in the order in which it will hear of them.
create table external_events (
    conversation_id uuid not null references live_conversations on delete cascade,
    number bigint generated always as identity,
    event_id text not null,
    send_to_llm boolean not null,
    content_type text not null,
    data text not null,
    created_at timestamptz not null,
    primary key (conversation_id, number)
);
