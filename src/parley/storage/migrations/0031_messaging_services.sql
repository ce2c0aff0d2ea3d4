-- Threads that go out through a messaging service of the carrier, which sends over RCS where it can.
alter table text_threads add column service_sid text not null default '';

create index text_threads_service on text_threads (connector_id, user_number) where service_sid <> '';
