-- Model cost of a month that the credits did not suffice for: the next top-up pays it first.
alter table app.credit_charges add column unpaid bigint not null default 0 check (unpaid >= 0);
create index credit_lots_expiry on app.credit_lots (expires_at);

-- What is left of the prepaid credits of an organization, less what is unpaid and what models cost that was not taken yet.
drop function app.has_ai_credits();
create function app.ai_credits_left(per_dollar bigint) returns bigint language sql stable set search_path = pg_catalog, app as $$
  with months as (
    select (date_trunc('month', now() at time zone 'UTC') - n * interval '1 month')::date as month from generate_series(0, 1) n
  ), used as (
    select m.month, greatest(0, (
      select coalesce(sum(u.operator_cost_micros), 0) from app.usage_months u where u.org_id = app.current_org() and u.month = m.month
    ) + (
      select coalesce(sum(p.operator_cost_micros), 0) from app.usage_pending p where p.org_id = app.current_org()
        and p.at >= m.month::timestamp at time zone 'UTC' and p.at < (m.month::timestamp + interval '1 month') at time zone 'UTC'
    ) - coalesce((select c.cost_micros from app.credit_charges c where c.org_id = app.current_org() and c.month = m.month), 0)) as micros
    from months m
  )
  select (
    (select coalesce(sum(unspent), 0) from app.credit_lots where org_id = app.current_org() and unspent > 0 and expires_at > now())
    - (select coalesce(sum(unpaid), 0) from app.credit_charges where org_id = app.current_org())
    - (select coalesce(sum(trunc(used.micros * (100 + v.model_margin_percent) * per_dollar / 100000000)), 0)
       from used, auth.organizations o join app.plan_versions v on v.plan_type = o.plan_type and v.version = o.plan_version
       where o.id = app.current_org())
  )::bigint
$$;
grant execute on function app.ai_credits_left(bigint) to imperium_app;
