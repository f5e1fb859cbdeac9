-- What calls of models in flight may cost against prepaid credits. Those of runs stand in their steps, those of other questions here.
alter table app.run_steps add column operator_paid boolean not null default false;
create table app.model_call_holds (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  operator_micros bigint not null check (operator_micros > 0),
  -- A process that dies returns nothing: what it held counts until then.
  expires_at timestamptz not null,
  primary key (org_id, id)
);
call app.protect_tenant('app.model_call_holds', 'select, insert, delete');

-- What is left of the credits when all calls in flight, besides one step of a run, cost the most that they may.
create function app.ai_credits_free(per_dollar bigint, but_run uuid, but_seq int) returns bigint language sql stable
  set search_path = pg_catalog, app as $$
  select app.ai_credits_left(per_dollar) - (
    select trunc(((
      select coalesce(sum(s.reserved_micros), 0) from app.run_steps s join app.runs r on r.org_id = s.org_id and r.id = s.run_id
      where s.org_id = app.current_org() and s.status = 'running' and s.reserved_micros > 0 and s.operator_paid and r.status = 'running'
        and (but_run is null or s.run_id <> but_run or s.seq <> but_seq)
    ) + (
      select coalesce(sum(h.operator_micros), 0) from app.model_call_holds h where h.org_id = app.current_org() and h.expires_at > now()
    )) * (100 + v.model_margin_percent) * per_dollar / 100000000)
    from auth.organizations o join app.plan_versions v on v.plan_type = o.plan_type and v.version = o.plan_version
    where o.id = app.current_org()
  )::bigint
$$;
grant execute on function app.ai_credits_free(bigint, uuid, int) to imperium_app;
