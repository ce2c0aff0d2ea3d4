-- Calls that a carrier has asked about. It asks once: the same request a second time is somebody else's.
create table carrier_calls (
    connector_id text not null references connectors on delete cascade,
    carrier_call_id text not null,
    seen_at timestamptz not null,
    primary key (connector_id, carrier_call_id)
);

create index carrier_calls_age on carrier_calls (seen_at);
