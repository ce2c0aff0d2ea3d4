-- The cases that a run is about; null: the whole suite. And the branch that it was asked for on.
alter table test_runs add column cases text[];
alter table test_runs add column branch text not null default 'main';
