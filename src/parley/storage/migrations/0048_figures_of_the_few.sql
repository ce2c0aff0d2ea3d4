-- What the list asks of conversations that were not understood or handed over stands in their indexes too.
drop index conversations_misunderstood;
create index conversations_misunderstood on conversations (project_id, environment, id desc)
    include (started_at, num_ood, record_bytes) where num_ood > 0;
drop index conversations_handed_over;
create index conversations_handed_over on conversations (project_id, environment, id desc)
    include (started_at, handoff_reason, record_bytes) where handoff;
