-- A job that ended its process twice is not tried again: it is kept here for the operator, and no wake takes it.
alter table app.rested_jobs add column set_aside_at timestamptz;
-- How often reading a document ended its process; `attempts` counts stops of the program, too.
alter table app.knowledge_documents add column deaths int not null default 0;
