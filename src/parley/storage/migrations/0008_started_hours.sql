-- How many conversations started in each hour that is over, counted together with concurrency and void together with it.
create table started_hours (
    project_id text not null references projects on delete cascade,
    environment text not null,
    hour timestamptz not null,
    conversations int not null,
    primary key (project_id, environment, hour)
);

insert into started_hours (project_id, environment, hour, conversations)
select c.project_id, c.environment, date_trunc('hour', c.started_at, 'UTC'), count(*)
from conversations as c join concurrency_progress as p on p.project_id = c.project_id and p.environment = c.environment
where c.started_at < p.counted_until
group by 1, 2, 3;
