-- What a segment, an account or a credential is used by is asked of the versions that runs go on with too: one look by version, however many runs there are.
create index workflow_live_version on app.workflow_live (org_id, workflow_id, version);
drop index app.workflow_live_workflow;

-- Addresses that a run gave away before it waits for a call to them: a call that comes before that is kept. Swept when the run has ended.
create table app.workflow_callbacks (
  org_id uuid not null,
  -- Hash of the address.
  key text not null,
  run_id uuid not null,
  -- The call; null until it comes.
  data jsonb,
  primary key (org_id, key)
);
-- A call does not say whose it is.
create unique index workflow_callbacks_address on app.workflow_callbacks (key);
create index workflow_callbacks_run on app.workflow_callbacks (org_id, run_id);
call app.protect_tenant('app.workflow_callbacks', 'select, insert, update, delete', 'select, delete');
