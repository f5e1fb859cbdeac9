-- A run that another run's agent asked for: by which run and step, the run at the start of the chain with the task that a person gave,
-- and the agents of the chain, whose budgets its cost counts to. `depth` also counts workflows between agents.
alter table app.runs
  add column parent_run_id uuid,
  add column parent_seq int,
  add column root_run_id uuid,
  add column asked_by uuid[] not null default '{}',
  add column depth smallint not null default 0;

create index runs_parent on app.runs (org_id, parent_run_id, parent_seq) where parent_run_id is not null;
create index runs_asked on app.runs (org_id, created_at) where parent_run_id is not null;
