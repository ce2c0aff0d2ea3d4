-- What was recorded of a call. One row a recording; it outlives its audio when that was discarded.
create table recordings (
    id uuid primary key,
    started_at timestamptz not null,
    rate int not null,
    is_discarded boolean not null default false
) partition by range (id);

-- Some seconds of both tracks: mu-law, deflated, encrypted with a key that is not in the database.
create table recording_chunks (
    recording_id uuid not null,
    number int not null,
    first_sample bigint not null,
    samples int not null,
    is_private boolean not null,
    audio bytea not null,
    primary key (recording_id, number)
) partition by range (recording_id);

-- Compressed and encrypted already.
alter table recording_chunks alter column audio set storage external;

-- A month of each for each month that there are conversations of.
do $$
declare
    month record;
    parent text;
begin
    for month in
        select right(c.relname, 7) as name, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
        where i.inhparent = 'conversations'::regclass
    loop
        foreach parent in array array['recordings', 'recording_chunks'] loop
            execute format('create table %I partition of %I %s', parent || '_' || month.name, parent, month.bound);
        end loop;
    end loop;
end
$$;
