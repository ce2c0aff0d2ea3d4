-- What was said in English, where the project asks for that.
alter table turns
    add column translated_user_input text,
    add column english_agent_response text;
