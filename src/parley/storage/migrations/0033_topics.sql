-- By the topic of the knowledge base that was nearest to what the user said.
create index turns_topic on turns ((intents ->> 0), conversation_id) where intents ->> 0 is not null;
