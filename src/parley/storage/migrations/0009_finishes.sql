-- What an agent's end function did: it runs when a conversation is over, and belongs to none of its turns. One row a
-- conversation, and none where nothing is to be told.
create table finishes (
    conversation_id uuid primary key,
    ran_at timestamptz not null,
    function_errors int not null,
    api_errors int not null,
    metrics jsonb not null,
    trace jsonb not null
) partition by range (conversation_id);

-- The few that failed, for alerts.
create index finishes_failed on finishes (ran_at) where function_errors + api_errors > 0;

-- A month of it for each month that there are conversations of: a conversation may end long after it began.
do $$
declare
    month record;
begin
    for month in
        select right(c.relname, 7) as name, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
        where i.inhparent = 'conversations'::regclass
    loop
        execute format('create table finishes_%s partition of finishes %s', month.name, month.bound);
    end loop;
end
$$;
