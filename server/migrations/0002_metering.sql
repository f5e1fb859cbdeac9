-- One meter: what was used is appended to usage_pending in the transaction that used it, and folded into quarter-hour slots
-- (every time zone's day begins at one) by the scheduler. Readers add both, so figures are exact and never late.
-- The zero uuid stands for "no agent" and "no configuration".
create table app.usage_pending (
  id uuid primary key,
  org_id uuid not null,
  at timestamptz not null default now(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  config_id uuid not null default '00000000-0000-0000-0000-000000000000',
  model text not null default '',
  runs int not null default 0,
  completed int not null default 0,
  failed int not null default 0,
  cancelled int not null default 0,
  latency_ms bigint not null default 0,
  model_calls int not null default 0,
  tool_calls int not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  api_calls int not null default 0,
  mails int not null default 0,
  storage_bytes bigint not null default 0
);
create index usage_pending_org on app.usage_pending (org_id);
call app.protect_tenant('app.usage_pending', 'select, insert', 'select, insert, delete, update');

create table app.usage_slots (
  org_id uuid not null,
  slot timestamptz not null,
  agent_id uuid not null,
  config_id uuid not null,
  model text not null,
  runs int not null,
  completed int not null,
  failed int not null,
  cancelled int not null,
  latency_ms bigint not null,
  model_calls int not null,
  tool_calls int not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint not null,
  api_calls int not null,
  mails int not null,
  storage_bytes bigint not null,
  primary key (org_id, slot, agent_id, config_id, model)
);
create index usage_slots_agent on app.usage_slots (org_id, agent_id, slot);
call app.protect_tenant('app.usage_slots', 'select', 'select, insert, update, delete');

-- Sums per calendar month (UTC), for budgets and limits.
create table app.usage_months (
  org_id uuid not null,
  month date not null,
  agent_id uuid not null,
  config_id uuid not null,
  model_calls bigint not null,
  cost_micros bigint not null,
  api_calls bigint not null,
  primary key (org_id, month, agent_id, config_id)
);
call app.protect_tenant('app.usage_months', 'select', 'select, insert, update, delete');

-- All-time sums per agent (zero uuid: what belongs to no agent).
create table app.usage_totals (
  org_id uuid not null,
  agent_id uuid not null,
  runs bigint not null,
  completed bigint not null,
  failed bigint not null,
  cost_micros bigint not null,
  storage_bytes bigint not null,
  last_run_at timestamptz,
  primary key (org_id, agent_id)
);
call app.protect_tenant('app.usage_totals', 'select', 'select, insert, update, delete');

create view app.usage with (security_invoker = true) as
  select org_id, slot, agent_id, config_id, model, runs, completed, failed, cancelled, latency_ms, model_calls, tool_calls,
         input_tokens, output_tokens, cost_micros, api_calls, mails, storage_bytes from app.usage_slots
  union all
  select org_id, date_bin('15 minutes', at, 'epoch'), agent_id, config_id, model, runs, completed, failed, cancelled, latency_ms,
         model_calls, tool_calls, input_tokens, output_tokens, cost_micros, api_calls, mails, storage_bytes from app.usage_pending;
grant select on app.usage to imperium_app, imperium_system;

-- Folds up to `batch` pending rows into the sums, in one statement, so a row is counted exactly once whatever crashes.
create function app.fold_usage(batch int) returns int language sql as $$
  with taken as (
    delete from app.usage_pending where id in (select id from app.usage_pending order by id limit batch for update skip locked) returning *
  ), slots as (
    insert into app.usage_slots
    select org_id, date_bin('15 minutes', at, 'epoch'), agent_id, config_id, model, sum(runs), sum(completed), sum(failed), sum(cancelled),
           sum(latency_ms), sum(model_calls), sum(tool_calls), sum(input_tokens), sum(output_tokens), sum(cost_micros), sum(api_calls),
           sum(mails), sum(storage_bytes)
    from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (org_id, slot, agent_id, config_id, model) do update set
      runs = usage_slots.runs + excluded.runs, completed = usage_slots.completed + excluded.completed,
      failed = usage_slots.failed + excluded.failed, cancelled = usage_slots.cancelled + excluded.cancelled,
      latency_ms = usage_slots.latency_ms + excluded.latency_ms, model_calls = usage_slots.model_calls + excluded.model_calls,
      tool_calls = usage_slots.tool_calls + excluded.tool_calls, input_tokens = usage_slots.input_tokens + excluded.input_tokens,
      output_tokens = usage_slots.output_tokens + excluded.output_tokens, cost_micros = usage_slots.cost_micros + excluded.cost_micros,
      api_calls = usage_slots.api_calls + excluded.api_calls, mails = usage_slots.mails + excluded.mails,
      storage_bytes = usage_slots.storage_bytes + excluded.storage_bytes
  ), months as (
    insert into app.usage_months
    select org_id, date_trunc('month', at at time zone 'UTC')::date, agent_id, config_id, sum(model_calls), sum(cost_micros), sum(api_calls)
    from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (org_id, month, agent_id, config_id) do update set
      model_calls = usage_months.model_calls + excluded.model_calls, cost_micros = usage_months.cost_micros + excluded.cost_micros,
      api_calls = usage_months.api_calls + excluded.api_calls
  ), totals as (
    insert into app.usage_totals
    select org_id, agent_id, sum(runs), sum(completed), sum(failed), sum(cost_micros), sum(storage_bytes), max(at) filter (where runs > 0)
    from taken group by 1, 2 order by 1, 2
    on conflict (org_id, agent_id) do update set
      runs = usage_totals.runs + excluded.runs, completed = usage_totals.completed + excluded.completed,
      failed = usage_totals.failed + excluded.failed, cost_micros = usage_totals.cost_micros + excluded.cost_micros,
      storage_bytes = usage_totals.storage_bytes + excluded.storage_bytes,
      last_run_at = greatest(usage_totals.last_run_at, excluded.last_run_at)
  )
  select count(*)::int from taken
$$;
grant execute on function app.fold_usage(int) to imperium_system;
