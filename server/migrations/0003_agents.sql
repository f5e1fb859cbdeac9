create table app.ai_providers (
  org_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  display_name text not null,
  adapter text not null check (adapter in ('sandbox', 'openai', 'anthropic', 'google', 'openai-compatible')),
  api_base_url text not null,
  api_doc_url text,
  website text,
  icon text not null,
  color text not null,
  is_active boolean not null,
  supports_streaming boolean not null,
  supports_vision boolean not null,
  supports_function_calling boolean not null,
  max_tokens_limit int,
  order_index int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, code)
);
call app.protect_tenant('app.ai_providers', 'select, insert, update, delete');

create table app.ai_model_configs (
  org_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  model_id text not null,
  display_name text not null,
  description text not null,
  -- Sealed by platform/crypto.ts with the row's id as associated data; only the preview is ever read out (SEC-36).
  api_key_sealed text,
  api_key_preview text,
  max_tokens int not null,
  temperature double precision not null,
  is_default boolean not null,
  is_active boolean not null,
  monthly_usage_limit bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, provider_id) references app.ai_providers (org_id, id)
);
create unique index ai_model_configs_one_default on app.ai_model_configs (org_id) where is_default;
create index ai_model_configs_model on app.ai_model_configs (org_id, model_id);
create index ai_model_configs_provider on app.ai_model_configs (org_id, provider_id);
-- The system role re-seals keys when the operator rotates the encryption key.
call app.protect_tenant('app.ai_model_configs', 'select, insert, update, delete', 'select, update');

create table app.agents (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null,
  type text not null,
  category text not null,
  status text not null,
  is_public boolean not null,
  -- The current version's figures, kept here too so that a list is one index scan.
  version int not null,
  model text not null,
  system_prompt text not null,
  temperature double precision not null,
  max_tokens int not null,
  capabilities text[] not null,
  monthly_budget_micros bigint,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (org_id, id)
);
create index agents_created on app.agents (org_id, created_at desc, id desc) where deleted_at is null;
create index agents_name on app.agents (org_id, lower(name), id) where deleted_at is null;
create index agents_status on app.agents (org_id, status, created_at desc) where deleted_at is null;
create index agents_model on app.agents (org_id, model, created_at desc) where deleted_at is null;
call app.protect_tenant('app.agents', 'select, insert, update', 'select');

-- Immutable: what a run ran. Nobody may update it.
create table app.agent_versions (
  org_id uuid not null,
  agent_id uuid not null,
  version int not null,
  model text not null,
  system_prompt text not null,
  temperature double precision not null,
  max_tokens int not null,
  capabilities text[] not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, agent_id, version),
  foreign key (org_id, agent_id) references app.agents (org_id, id)
);
call app.protect_tenant('app.agent_versions', 'select, insert');

-- Ids are UUIDv7: time-ordered, so a month is a range of ids and a run is found in its partition by id alone.
create table app.runs (
  org_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  agent_version int not null,
  agent_name text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  model text not null,
  config_id uuid,
  trigger text not null check (trigger in ('web', 'api')),
  started_by text not null,
  started_by_user uuid,
  input jsonb not null,
  output text,
  error_code text,
  error_message text,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  recoveries int not null default 0,
  -- Fencing: raised by whoever takes the run; a worker with an older number may not write (a frozen worker that wakes up).
  epoch int not null default 0,
  lease_owner text,
  lease_until timestamptz,
  next_event_seq int not null default 1,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, agent_id, agent_version) references app.agent_versions (org_id, agent_id, version)
) partition by range (id);
create index runs_agent on app.runs (org_id, agent_id, id desc);
create index runs_unfinished on app.runs (lease_until) where status in ('queued', 'running');
-- The system role keeps the leases of a worker's runs alive and takes over those of dead ones.
call app.protect_tenant('app.runs', 'select, insert, update', 'select, update');

create table app.run_steps (
  org_id uuid not null,
  run_id uuid not null,
  seq int not null,
  kind text not null check (kind in ('model_call', 'tool_call', 'result')),
  name text not null,
  status text not null check (status in ('running', 'completed', 'failed', 'unknown')),
  attempt int not null,
  input jsonb not null,
  output jsonb,
  error text,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  -- The most this call can cost, held against the budgets while it runs.
  reserved_micros bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, run_id, seq),
  foreign key (org_id, run_id) references app.runs (org_id, id)
) partition by range (run_id);
create index run_steps_reserved on app.run_steps (org_id) where status = 'running' and reserved_micros > 0;
call app.protect_tenant('app.run_steps', 'select, insert, update', 'select');

create table app.run_events (
  org_id uuid not null,
  run_id uuid not null,
  seq int not null,
  payload jsonb not null,
  primary key (org_id, run_id, seq),
  foreign key (org_id, run_id) references app.runs (org_id, id)
) partition by range (run_id);
call app.protect_tenant('app.run_events', 'select, insert', 'select');

create table app.notifications (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('info', 'success', 'warning', 'error')),
  category text not null check (category in ('update', 'activity', 'security', 'mention', 'system')),
  title text not null,
  message text not null,
  action_url text,
  -- One notification per source and person: a repeated event does not tell twice.
  source text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (org_id, user_id, id),
  unique (org_id, user_id, source)
);
create index notifications_unread on app.notifications (org_id, user_id) where read_at is null;
call app.protect_tenant('app.notifications', 'select, insert, update', 'select, delete');

-- What agents may read by database_query: nothing but these columns, and only of their own tenant.
create policy tenant_read on app.agents for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.runs for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.run_steps for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.audit_log for select to imperium_query using (org_id = app.current_org());
grant select (org_id, id, name, description, type, category, status, is_public, version, model, temperature, max_tokens, monthly_budget_micros, created_at, updated_at, deleted_at) on app.agents to imperium_query;
grant select (org_id, id, agent_id, agent_version, agent_name, status, model, trigger, started_by, error_code, error_message, input_tokens, output_tokens, cost_micros, recoveries, created_at, started_at, finished_at) on app.runs to imperium_query;
grant select (org_id, run_id, seq, kind, name, status, attempt, error, input_tokens, output_tokens, cost_micros, started_at, finished_at) on app.run_steps to imperium_query;
grant select (org_id, seq, at, actor_kind, actor_name, action, target_kind, target_name, outcome) on app.audit_log to imperium_query;
