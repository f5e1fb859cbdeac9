-- Sums of the meter that the dashboard reads: a histogram of latencies, the organization as a whole by slot, agents by day.
-- The slots by agent alone would be a million rows for a quarter of a busy organization; these are some ten thousand.

-- Ten buckets a decade from 1 ms: bucket b holds [10^(b/10), 10^((b+1)/10)) ms, so its geometric middle is at most 12.3 % off.
create function app.latency_bucket(ms bigint) returns smallint language sql immutable parallel safe
  as $$ select floor(10 * log(greatest(ms, 1)::double precision))::smallint $$;

-- Finished runs by latency. The zero agent holds the sum of all agents.
create table app.usage_latency (
  org_id uuid not null,
  slot timestamptz not null,
  agent_id uuid not null,
  bucket smallint not null,
  runs int not null,
  primary key (org_id, agent_id, slot, bucket)
);
call app.protect_tenant('app.usage_latency', 'select', 'select, insert, update, delete');

create table app.usage_org_slots (
  org_id uuid not null,
  slot timestamptz not null,
  model text not null,
  runs int not null,
  completed int not null,
  failed int not null,
  latency_ms bigint not null,
  cost_micros bigint not null,
  primary key (org_id, slot, model)
);
call app.protect_tenant('app.usage_org_slots', 'select', 'select, insert, update, delete');

-- Days in UTC: a period of another zone is whole days of these and the slots at its two edges.
create table app.usage_agent_days (
  org_id uuid not null,
  day date not null,
  agent_id uuid not null,
  runs int not null,
  completed int not null,
  failed int not null,
  primary key (org_id, day, agent_id)
);
call app.protect_tenant('app.usage_agent_days', 'select', 'select, insert, update, delete');

insert into app.usage_org_slots
  select org_id, slot, model, sum(runs), sum(completed), sum(failed), sum(latency_ms), sum(cost_micros) from app.usage_slots group by 1, 2, 3;
insert into app.usage_agent_days
  select org_id, (slot at time zone 'UTC')::date, agent_id, sum(runs), sum(completed), sum(failed)
  from app.usage_slots where runs + completed + failed > 0 group by 1, 2, 3;

-- The organization as a whole, with what is not folded yet.
create view app.usage_org with (security_invoker = true) as
  select org_id, slot, model, runs, completed, failed, latency_ms, cost_micros from app.usage_org_slots
  union all
  select org_id, date_bin('15 minutes', at, 'epoch'), model, runs, completed, failed, latency_ms, cost_micros from app.usage_pending;
grant select on app.usage_org to imperium_app, imperium_system;

-- A pending row of a finished run carries the latency of exactly that run.
create view app.latency with (security_invoker = true) as
  select org_id, slot, agent_id, bucket, runs from app.usage_latency
  union all
  select p.org_id, date_bin('15 minutes', p.at, 'epoch'), who.agent_id, app.latency_bucket(p.latency_ms), p.completed + p.failed
  from app.usage_pending p cross join lateral (values (p.agent_id), ('00000000-0000-0000-0000-000000000000'::uuid)) who (agent_id)
  where p.completed + p.failed > 0;
grant select on app.latency to imperium_app, imperium_system;

-- As in 0002, and with the three sums above.
create or replace function app.fold_usage(batch int) returns int language sql as $$
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
  ), org_slots as (
    insert into app.usage_org_slots
    select org_id, date_bin('15 minutes', at, 'epoch'), model, sum(runs), sum(completed), sum(failed), sum(latency_ms), sum(cost_micros)
    from taken group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, slot, model) do update set
      runs = usage_org_slots.runs + excluded.runs, completed = usage_org_slots.completed + excluded.completed,
      failed = usage_org_slots.failed + excluded.failed, latency_ms = usage_org_slots.latency_ms + excluded.latency_ms,
      cost_micros = usage_org_slots.cost_micros + excluded.cost_micros
  ), agent_days as (
    insert into app.usage_agent_days
    select org_id, (at at time zone 'UTC')::date, agent_id, sum(runs), sum(completed), sum(failed)
    from taken where runs + completed + failed > 0 group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, day, agent_id) do update set
      runs = usage_agent_days.runs + excluded.runs, completed = usage_agent_days.completed + excluded.completed,
      failed = usage_agent_days.failed + excluded.failed
  ), latency as (
    insert into app.usage_latency
    select t.org_id, date_bin('15 minutes', t.at, 'epoch'), who.agent_id, app.latency_bucket(t.latency_ms), sum(t.completed + t.failed)
    from taken t cross join lateral (values (t.agent_id), ('00000000-0000-0000-0000-000000000000'::uuid)) who (agent_id)
    where t.completed + t.failed > 0 group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (org_id, agent_id, slot, bucket) do update set runs = usage_latency.runs + excluded.runs
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
