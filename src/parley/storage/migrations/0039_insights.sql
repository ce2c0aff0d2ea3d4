-- What an agent did not understand and what it handed over is looked at again and again, and is a part of all there is.
create index conversations_misunderstood on conversations (project_id, environment, id desc) where num_ood > 0;
create index conversations_handed_over on conversations (project_id, environment, id desc) where handoff;
