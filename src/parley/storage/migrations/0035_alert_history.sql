-- The states that each rule has been in, and what is rolled up found by account: it is kept for a day now, to be drawn.
create table alert_rule_states (
    rule_id text not null references alert_rules on delete cascade,
    at timestamptz not null,
    state text not null,
    value bigint,
    primary key (rule_id, at)
);

insert into alert_rule_states (rule_id, at, state, value)
select id, since, state, current_value from alert_rules where since is not null;

create index activity_turns_by_account on activity_turns (account_id, minute);
