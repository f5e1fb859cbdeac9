-- What used it, beside the agent and the model: workflow, campaign, API key and member. The zero uuid stands for none.
alter table app.usage_pending
  add column workflow_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column campaign_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column key_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column user_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table app.runs add column workflow_id uuid, add column campaign_id uuid;

-- Sums by part ('all', 'model', 'agent', ...) and subject: quarter hours for the edges of a period, UTC days for the rest of it.
create table app.usage_part_slots (
  org_id uuid not null,
  part text not null,
  slot timestamptz not null,
  subject_id uuid not null,
  model text not null,
  model_calls bigint not null,
  api_calls bigint not null,
  runs bigint not null,
  failed bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint not null,
  messages bigint not null,
  last_at timestamptz not null,
  primary key (org_id, part, slot, subject_id, model)
);
call app.protect_tenant('app.usage_part_slots', 'select', 'select, insert, update, delete');

create table app.usage_part_days (
  org_id uuid not null,
  part text not null,
  day date not null,
  subject_id uuid not null,
  model text not null,
  model_calls bigint not null,
  api_calls bigint not null,
  runs bigint not null,
  failed bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint not null,
  messages bigint not null,
  last_at timestamptz not null,
  primary key (org_id, part, day, subject_id, model)
);
call app.protect_tenant('app.usage_part_days', 'select', 'select, insert, update, delete');

-- What is not folded yet, once for each of its parts. Entries of storage alone are none.
create view app.usage_part_pending with (security_invoker = true) as
  select p.org_id, w.part, p.at, w.subject_id, w.model, p.model_calls::bigint, p.api_calls::bigint, p.runs::bigint, p.failed::bigint, p.input_tokens,
         p.output_tokens, p.cost_micros, (p.mails + p.messages)::bigint as messages
  from app.usage_pending p cross join lateral (values
    ('all', '00000000-0000-0000-0000-000000000000'::uuid, ''), ('model', p.config_id, p.model), ('agent', p.agent_id, ''),
    ('workflow', p.workflow_id, ''), ('campaign', p.campaign_id, ''), ('key', p.key_id, ''), ('member', p.user_id, '')) w (part, subject_id, model)
  where (w.part = 'all' or w.model <> '' or w.subject_id <> '00000000-0000-0000-0000-000000000000')
    and (p.model_calls <> 0 or p.api_calls <> 0 or p.runs <> 0 or p.input_tokens <> 0 or p.output_tokens <> 0 or p.cost_micros <> 0
      or p.mails <> 0 or p.messages <> 0);
grant select on app.usage_part_pending to imperium_app, imperium_system;

insert into app.usage_part_slots
  select s.org_id, w.part, s.slot, w.subject_id, w.model, sum(s.model_calls), sum(s.api_calls), sum(s.runs), sum(s.failed), sum(s.input_tokens),
         sum(s.output_tokens), sum(s.cost_micros), sum(s.mails + s.messages), s.slot
  from app.usage_slots s cross join lateral (values
    ('all', '00000000-0000-0000-0000-000000000000'::uuid, ''), ('model', s.config_id, s.model), ('agent', s.agent_id, '')) w (part, subject_id, model)
  where w.part = 'all' or w.model <> '' or w.subject_id <> '00000000-0000-0000-0000-000000000000'
  group by 1, 2, 3, 4, 5;
insert into app.usage_part_days
  select org_id, part, (slot at time zone 'UTC')::date, subject_id, model, sum(model_calls), sum(api_calls), sum(runs), sum(failed),
         sum(input_tokens), sum(output_tokens), sum(cost_micros), sum(messages), max(slot)
  from app.usage_part_slots group by 1, 2, 3, 4, 5;

do $$
declare definition text := pg_get_functiondef('app.fold_usage(int)'::regprocedure);
declare changed text;
begin
  changed := replace(definition, '  select count(*)::int from taken', $fold$  , parts as (
    select t.org_id, w.part, t.at, w.subject_id, w.model, t.model_calls, t.api_calls, t.runs, t.failed, t.input_tokens, t.output_tokens,
           t.cost_micros, t.mails + t.messages as messages
    from taken t cross join lateral (values
      ('all', '00000000-0000-0000-0000-000000000000'::uuid, ''), ('model', t.config_id, t.model), ('agent', t.agent_id, ''),
      ('workflow', t.workflow_id, ''), ('campaign', t.campaign_id, ''), ('key', t.key_id, ''), ('member', t.user_id, '')) w (part, subject_id, model)
    where (w.part = 'all' or w.model <> '' or w.subject_id <> '00000000-0000-0000-0000-000000000000')
      and (t.model_calls <> 0 or t.api_calls <> 0 or t.runs <> 0 or t.input_tokens <> 0 or t.output_tokens <> 0 or t.cost_micros <> 0
        or t.mails <> 0 or t.messages <> 0)
  ), part_slots as (
    insert into app.usage_part_slots
    select org_id, part, date_bin('15 minutes', at, 'epoch'), subject_id, model, sum(model_calls), sum(api_calls), sum(runs), sum(failed),
           sum(input_tokens), sum(output_tokens), sum(cost_micros), sum(messages), max(at)
    from parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (org_id, part, slot, subject_id, model) do update set
      model_calls = usage_part_slots.model_calls + excluded.model_calls, api_calls = usage_part_slots.api_calls + excluded.api_calls,
      runs = usage_part_slots.runs + excluded.runs, failed = usage_part_slots.failed + excluded.failed,
      input_tokens = usage_part_slots.input_tokens + excluded.input_tokens, output_tokens = usage_part_slots.output_tokens + excluded.output_tokens,
      cost_micros = usage_part_slots.cost_micros + excluded.cost_micros, messages = usage_part_slots.messages + excluded.messages,
      last_at = greatest(usage_part_slots.last_at, excluded.last_at)
  ), part_days as (
    insert into app.usage_part_days
    select org_id, part, (at at time zone 'UTC')::date, subject_id, model, sum(model_calls), sum(api_calls), sum(runs), sum(failed),
           sum(input_tokens), sum(output_tokens), sum(cost_micros), sum(messages), max(at)
    from parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (org_id, part, day, subject_id, model) do update set
      model_calls = usage_part_days.model_calls + excluded.model_calls, api_calls = usage_part_days.api_calls + excluded.api_calls,
      runs = usage_part_days.runs + excluded.runs, failed = usage_part_days.failed + excluded.failed,
      input_tokens = usage_part_days.input_tokens + excluded.input_tokens, output_tokens = usage_part_days.output_tokens + excluded.output_tokens,
      cost_micros = usage_part_days.cost_micros + excluded.cost_micros, messages = usage_part_days.messages + excluded.messages,
      last_at = greatest(usage_part_days.last_at, excluded.last_at)
  )
  select count(*)::int from taken$fold$);
  if changed = definition then
    raise exception 'app.fold_usage is not as this migration expects it';
  end if;
  execute changed;
end $$;
