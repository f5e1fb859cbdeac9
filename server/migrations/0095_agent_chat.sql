-- Turns of a chat are runs: each names the run before it. A run on unsaved settings keeps them. The key bounds what a run may read.
alter table app.runs
  add column after_run_id uuid,
  add column draft jsonb,
  add column started_by_key uuid;
