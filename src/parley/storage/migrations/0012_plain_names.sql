-- Columns and tables get the names that the code uses: dialog state, lease, encrypted secret, activity.
alter table live_conversations rename column setting to context;
alter table live_conversations rename column mind to dialog;
alter table live_conversations rename column claim to lease;
alter table live_conversations rename column claimed_until to leased_until;

alter table secrets rename column sealed to encrypted;

alter table measured_minutes rename to activity_minutes;
alter table measured_turns rename to activity_turns;
alter index measured_minutes_pkey rename to activity_minutes_pkey;
alter index measured_turns_pkey rename to activity_turns_pkey;
alter table activity_turns rename constraint measured_turns_minute_fkey to activity_turns_minute_fkey;

alter index conversations_unsealed rename to conversations_without_record;

-- Since version 18 PostgreSQL gives names to not-null constraints, made from those of their tables and columns.
do $$
declare
    named record;
begin
    for named in
        select conrelid::regclass as owner, conname as old,
               format('%s_%s_not_null', conrelid::regclass, (
                   select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]
               )) as new
        from pg_constraint
        where contype = 'n'
            and conrelid in ('live_conversations'::regclass, 'secrets'::regclass, 'activity_minutes'::regclass,
                             'activity_turns'::regclass)
    loop
        if named.old <> named.new then
            execute format('alter table %s rename constraint %I to %I', named.owner, named.old, named.new);
        end if;
    end loop;
end
$$;

-- Jobs that wait, and periods, go on under their new names.
with renamed (old, new) as (
    values ('conversations.take_in_events', 'conversations.deliver_events'),
           ('records.seal_forgotten', 'records.build_missing'),
           ('records.ask_again', 'records.requeue_unembedded'),
           ('calls.tend', 'calls.expire')
), renamed_jobs as (
    update jobs set kind = new, key = replace(key, old, new) from renamed where kind = old
)
update periods set name = new from renamed where name = old;
