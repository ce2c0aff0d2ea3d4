-- How long a conversation took, how many turns, silences and misunderstandings it had, and how large its record is, stand in
-- the index by age: a list of those with certain figures rules the others out without a look at their rows.
drop index conversations_by_project;
create index conversations_by_project on conversations (project_id, environment, id desc)
    include (started_at, ended_at, num_turns, num_silences, num_ood, record_bytes);
