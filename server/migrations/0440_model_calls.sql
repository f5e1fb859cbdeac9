-- Every call of a model, from before it is sent until it is settled: what it may cost counts to each budget meanwhile.
create table app.model_calls (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('run', 'image', 'question', 'embedding', 'test')),
  -- reserved: surely not sent. sent: the provider may have it. unknown: its process is gone or never got a reply, and it was metered as reserved.
  status text not null default 'reserved' check (status in ('reserved', 'sent', 'unknown')),
  -- The process that makes the call, which extends the time while it waits for the reply.
  owner text not null,
  alive_until timestamptz not null,
  created_at timestamptz not null default now(),
  unknown_at timestamptz check ((unknown_at is null) = (status <> 'unknown')),
  model text not null,
  config_id uuid not null,
  operator_paid boolean not null,
  reserved_micros bigint not null check (reserved_micros >= 0),
  reserved_input_tokens bigint not null check (reserved_input_tokens >= 0),
  reserved_output_tokens bigint not null check (reserved_output_tokens >= 0),
  -- The step of a run that makes it, and the agents that asked for that run.
  run_id uuid,
  run_seq int,
  asked_by uuid[] not null default '{}',
  -- What it is metered to. The zero uuid stands for none.
  agent_id uuid not null,
  workflow_id uuid not null,
  campaign_id uuid not null,
  key_id uuid not null,
  user_id uuid not null,
  primary key (org_id, id)
);
call app.protect_tenant('app.model_calls', 'select, insert, update, delete', 'select, update, delete');
create index model_calls_open on app.model_calls (alive_until) where status <> 'unknown';
create index model_calls_unknown on app.model_calls (org_id, unknown_at) where status = 'unknown';
create index model_calls_run on app.model_calls (org_id, run_id) where run_id is not null;

-- What calls in flight may cost stands in one place now.
drop function app.ai_credits_free(bigint, uuid, int);
drop table app.model_call_holds;
alter table app.run_steps drop column reserved_micros, drop column operator_paid;

-- What is left of the credits when all calls in flight cost the most that they may. One that was not sent counts while its process lives.
create function app.ai_credits_free(per_dollar bigint) returns bigint language sql stable set search_path = pg_catalog, app as $$
  select app.ai_credits_left(per_dollar) - (
    select trunc((
      select coalesce(sum(c.reserved_micros), 0) from app.model_calls c where c.org_id = app.current_org() and c.operator_paid
        and (c.status = 'sent' or c.status = 'reserved' and c.alive_until > now())
    ) * (100 + v.model_margin_percent) * per_dollar / 100000000)
    from auth.organizations o join app.plan_versions v on v.plan_type = o.plan_type and v.version = o.plan_version
    where o.id = app.current_org()
  )::bigint
$$;
grant execute on function app.ai_credits_free(bigint) to imperium_app;
