-- Endpoints hear of more than alerts: of conversations, calls, test runs and deployments.
alter table webhook_endpoints add column include_record boolean not null default false;

-- What is told of a conversation goes when the conversation is removed. `full_body` is for endpoints that want records.
alter table webhook_events add column conversation_id uuid;
alter table webhook_events add column full_body bytea;

create index webhook_events_by_conversation on webhook_events (conversation_id) where conversation_id is not null;
