-- Workflows: definitions and immutable versions, triggers, runs with their steps, waits, approvals, credentials.

create table app.workflows (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text not null,
  status text not null default 'draft' check (status in ('draft', 'active', 'paused')),
  -- contract/src/workflows/workflow-definition.ts. What is being drawn; runs use versions only.
  draft jsonb not null,
  -- Rises with every saved draft: a stale write is seen by it.
  revision int not null default 1,
  -- The version that triggers start; null before the first publishing.
  version int,
  -- Of the published version, or of the draft where there is none: what the list shows.
  trigger_type text not null default 'manual' check (trigger_type in ('webhook', 'schedule', 'event', 'manual')),
  trigger_value text not null default '',
  actions int not null default 0,
  from_template text,
  created_by text not null,
  created_by_user uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (org_id, id)
);
create index workflows_recent on app.workflows (org_id, created_at desc, id desc) where deleted_at is null;
call app.protect_tenant('app.workflows', 'select, insert, update', 'select, delete');

create table app.workflow_versions (
  org_id uuid not null,
  workflow_id uuid not null,
  version int not null,
  definition jsonb not null,
  note text not null default '',
  published_by text not null,
  published_by_user uuid,
  published_at timestamptz not null default now(),
  primary key (org_id, workflow_id, version),
  foreign key (org_id, workflow_id) references app.workflows on delete cascade
);
-- Immutable: nobody has the right to update.
call app.protect_tenant('app.workflow_versions', 'select, insert', 'select, delete');

-- Executions so far, changed in the transactions that end runs; apart from the definition, whose row edits lock.
create table app.workflow_totals (
  org_id uuid not null,
  workflow_id uuid not null,
  executions int not null default 0,
  succeeded int not null default 0,
  failed int not null default 0,
  duration_ms bigint not null default 0,
  last_run_at timestamptz,
  primary key (org_id, workflow_id),
  foreign key (org_id, workflow_id) references app.workflows on delete cascade
) with (fillfactor = 50);
call app.protect_tenant('app.workflow_totals', 'select, insert, update', 'select, delete');

-- What starts the published version of an active workflow: at most one each.
create table app.workflow_triggers (
  org_id uuid not null,
  workflow_id uuid not null,
  kind text not null check (kind in ('webhook', 'schedule', 'event')),
  enabled boolean not null default true,
  -- webhook: the last part of its address, unique in the organization, and the secret, sealed.
  path text,
  secret text,
  -- event: its type.
  event text,
  -- schedule
  cron text,
  time_zone text,
  missed text check (missed in ('skip', 'run_once')),
  next_at timestamptz,
  -- The whole configuration of the trigger step, as published.
  config jsonb not null,
  version int not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, workflow_id),
  foreign key (org_id, workflow_id) references app.workflows on delete cascade
);
create unique index workflow_triggers_path on app.workflow_triggers (org_id, path) where kind = 'webhook';
create index workflow_triggers_event on app.workflow_triggers (org_id, event) where kind = 'event' and enabled;
create index workflow_triggers_due on app.workflow_triggers (next_at) where kind = 'schedule' and enabled;
call app.protect_tenant('app.workflow_triggers', 'select, insert, update, delete', 'select, update, delete');

-- What lists and the history show of a run. The id is a UUIDv7: it names the partition, also of its steps and payloads.
create table app.workflow_runs (
  org_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  workflow_name text not null,
  version int not null,
  -- A run that goes on is `queued`, `running`, `waiting` or `paused`; see app.workflow_live.
  status text not null check (status in ('queued', 'running', 'waiting', 'paused', 'quarantined', 'success', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('webhook', 'schedule', 'event', 'manual', 'workflow', 'retry', 'test')),
  triggered_by text not null,
  triggered_by_user uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Step at which it failed, and the reason in words.
  error_step text,
  error jsonb,
  cost_micros bigint not null default 0,
  -- A run that calls another workflow, and the step execution that waits for it.
  parent_run uuid,
  parent_token int,
  -- The run that this one repeats, from where, and what of it was reused.
  retry_of uuid,
  input jsonb,
  output jsonb,
  -- Of a run on a draft (version 0); every other one has the definition of its version.
  definition jsonb,
  is_test boolean not null default false,
  primary key (org_id, id)
) partition by range (id);
create index workflow_runs_workflow on app.workflow_runs (org_id, workflow_id, id desc);
call app.protect_tenant('app.workflow_runs', 'select, insert, update, delete', 'select, update, delete');

-- A run that has not ended: its state between two commits, who works on it, and when it goes on. Gone with its end.
create table app.workflow_live (
  org_id uuid not null,
  run_id uuid not null,
  workflow_id uuid not null,
  version int not null,
  -- ready: a worker takes it from wake_at on. waiting: the same, for a timer (wake_at) or a signal. admitted later: queued. paused, quarantined: not taken.
  status text not null check (status in ('queued', 'ready', 'leased', 'waiting', 'paused', 'quarantined')),
  -- core/state.ts
  state jsonb not null,
  wake_at timestamptz,
  -- Something in app.workflow_signals came since it was last looked at.
  signalled boolean not null default false,
  cancel_requested boolean not null default false,
  pause_requested boolean not null default false,
  -- Each taking raises the epoch; what an earlier holder writes is void.
  epoch int not null default 0,
  lease_owner text,
  lease_until timestamptz,
  -- Leases that ran out without a commit in between; too many put it in quarantine.
  crashes int not null default 0,
  concurrency_key text,
  is_test boolean not null default false,
  primary key (org_id, run_id)
) with (fillfactor = 60);
create index workflow_live_due on app.workflow_live (wake_at) where status in ('ready', 'waiting') and wake_at is not null;
-- The same of one organization, so that a backlog of one does not make the others wait.
create index workflow_live_fair on app.workflow_live (org_id, wake_at) where status in ('ready', 'waiting') and wake_at is not null;
create index workflow_live_leases on app.workflow_live (lease_until) where status = 'leased';
create index workflow_live_key on app.workflow_live (org_id, workflow_id, concurrency_key, run_id) where concurrency_key is not null;
create index workflow_live_workflow on app.workflow_live (org_id, workflow_id);
call app.protect_tenant('app.workflow_live', 'select, insert, update, delete', 'select, update, delete');

-- The effect ledger of workflows: one row per execution of a step, committed before it touches the world and settled after it (ADR 17).
create table app.workflow_steps (
  org_id uuid not null,
  run_id uuid not null,
  -- Order of beginning within the run.
  seq int not null,
  step_id text not null,
  type text not null,
  -- Which turn of which loop, which branch: '' outside of any. With step_id and attempt it names the execution.
  scope text not null default '',
  attempt smallint not null default 1,
  -- unknown: a crash hid the outcome of an effect, and its policy says hold.
  status text not null check (status in ('running', 'waiting', 'success', 'failed', 'skipped', 'unknown', 'cancelled', 'reused')),
  port text,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Resolved configuration and result, secrets redacted; large ones are in app.workflow_payloads, here { "$payload": id, "bytes": n }.
  input jsonb,
  output jsonb,
  error jsonb,
  -- Under which the outside recognises a repeat.
  identity text,
  -- A second copy that a crash may have caused, under the same identity.
  repeats smallint not null default 0,
  -- The agent's run, the message, the called run: what to link to.
  link jsonb,
  cost_micros bigint not null default 0,
  primary key (org_id, run_id, seq)
) partition by range (run_id);
call app.protect_tenant('app.workflow_steps', 'select, insert, update, delete', 'select, delete');

-- For the export and the erasure of a contact.
create index workflow_steps_contact on app.workflow_steps (org_id, (link ->> 'id')) where link ->> 'kind' = 'contact';

create table app.workflow_payloads (
  org_id uuid not null,
  run_id uuid not null,
  id int not null,
  data jsonb not null,
  bytes int not null,
  expires_at timestamptz not null,
  primary key (org_id, run_id, id)
) partition by range (run_id);
call app.protect_tenant('app.workflow_payloads', 'select, insert, delete', 'select, delete');

-- What a parked run waits for, besides time.
create table app.workflow_waits (
  org_id uuid not null,
  run_id uuid not null,
  -- The token of the state that waits.
  token int not null,
  kind text not null check (kind in ('event', 'webhook', 'approval', 'run', 'workflow', 'message')),
  -- event: its type. webhook: hash of its one-time address. approval, run, workflow, message: the id.
  key text not null,
  -- event: what its payload must hold, path to value.
  match jsonb,
  expires_at timestamptz,
  primary key (org_id, run_id, token),
  foreign key (org_id, run_id) references app.workflow_live on delete cascade
);
create index workflow_waits_key on app.workflow_waits (org_id, kind, key);
-- A call to a one-time address does not say whose it is.
create index workflow_waits_address on app.workflow_waits (key) where kind = 'webhook';
call app.protect_tenant('app.workflow_waits', 'select, insert, delete', 'select, delete');

-- What came for a parked run, until it takes it up. The same key for the same token counts once.
create table app.workflow_signals (
  org_id uuid not null,
  run_id uuid not null,
  token int not null,
  key text not null,
  data jsonb not null,
  at timestamptz not null default now(),
  primary key (org_id, run_id, token, key),
  foreign key (org_id, run_id) references app.workflow_live on delete cascade
);
call app.protect_tenant('app.workflow_signals', 'select, insert, delete', 'select, delete');

-- What started a run must start it once: key of a webhook's caller, due time of a schedule, id of an event, parent's step.
create table app.workflow_starts (
  org_id uuid not null,
  workflow_id uuid not null,
  key text not null,
  run_id uuid not null,
  at timestamptz not null default now(),
  primary key (org_id, workflow_id, key),
  foreign key (org_id, workflow_id) references app.workflows on delete cascade
);
create index workflow_starts_at on app.workflow_starts (at);
call app.protect_tenant('app.workflow_starts', 'select, insert, update, delete', 'select, delete');

create table app.workflow_approvals (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  token int not null,
  workflow_id uuid not null,
  step_name text not null,
  title text not null,
  message text not null default '',
  -- Members who may decide; nobody named: all who may approve.
  assignees uuid[] not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  decided_by text,
  decided_by_user uuid,
  comment text not null default '',
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, workflow_id) references app.workflows on delete cascade
);
create index workflow_approvals_open on app.workflow_approvals (org_id, status, id desc);
create index workflow_approvals_run on app.workflow_approvals (org_id, run_id);
call app.protect_tenant('app.workflow_approvals', 'select, insert, update, delete', 'select, delete');

-- Secrets for HTTP steps, write-only, bound to the hosts they may be sent to.
create table app.workflow_credentials (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('bearer', 'basic', 'header', 'query')),
  -- Name of the header or of the query's parameter; user name of `basic`.
  field text not null default '',
  secret text not null,
  preview text not null,
  hosts text[] not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (org_id, id)
);
create unique index workflow_credentials_name on app.workflow_credentials (org_id, lower(name));
call app.protect_tenant('app.workflow_credentials', 'select, insert, update, delete', 'select, update, delete');

-- An agent also runs for a workflow.
alter table app.runs drop constraint runs_trigger_check;
alter table app.runs add constraint runs_trigger_check check (trigger in ('web', 'api', 'campaign', 'workflow'));

-- Drops whole months of runs of workflows that began before `moment`; a month with a run that goes on is pinned by it.
create function app.drop_workflow_months(moment timestamptz) returns int language plpgsql security definer set search_path = pg_catalog, app
  set lock_timeout = '3s' as $f$
declare month record; parent text; suffix text; pinned boolean; gone int := 0;
begin
  if moment > now() - interval '1 year' then raise exception 'runs may be kept for a year'; end if;
  for month in select m.part from app.months_before('workflow_runs', moment) m loop
    suffix := right(month.part, 7);
    execute format('select exists (select 1 from app.%I where status not in (''success'', ''failed'', ''cancelled''))', month.part) into pinned;
    continue when pinned;
    foreach parent in array array['workflow_payloads', 'workflow_steps', 'workflow_runs'] loop
      continue when to_regclass(format('app.%I', parent || '_' || suffix)) is null;
      execute format('alter table app.%I detach partition app.%I', parent, parent || '_' || suffix);
      execute format('drop table app.%I', parent || '_' || suffix);
    end loop;
    gone := gone + 1;
  end loop;
  return gone;
end $f$;
revoke all on function app.drop_workflow_months(timestamptz) from public;
grant execute on function app.drop_workflow_months(timestamptz) to imperium_system;

do $$
declare definition text := pg_get_functiondef('app.ensure_partitions(int)'::regprocedure);
begin
  execute replace(definition, $q$'run_events',$q$, $q$'run_events', 'workflow_runs', 'workflow_steps', 'workflow_payloads',$q$);
end $$;
select app.ensure_partitions(3);
