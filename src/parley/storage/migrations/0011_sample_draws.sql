-- What a key has drawn as a random sample, page by page, for an hour: the next page draws from the rest. Nothing is lost with
-- it but the place in a sample, so a crash may empty it.
create unlogged table sample_draws (
    reader uuid not null,
    filters bytea not null,
    ids bytea not null,
    drawn_at timestamptz not null,
    primary key (reader, filters)
);

create index sample_draws_age on sample_draws (drawn_at);
