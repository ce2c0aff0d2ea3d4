-- Conversations in which something failed or a function was called are few among all of a project: they are found without
-- a look at every turn.
create index turns_failed on turns (conversation_id) where function_errors + api_errors > 0;
create index turns_calling on turns (conversation_id) where trace -> 'functions' -> 0 is not null;
