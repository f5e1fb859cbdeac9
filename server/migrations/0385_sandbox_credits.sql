-- Credits that were bought in the sandbox moved no money: they never pay for calls by the operator's own keys.
alter table app.credit_lots add column is_sandbox boolean not null default false;
update app.credit_lots l set is_sandbox = true from app.payment_orders o
  where o.org_id = l.org_id and o.id = l.order_id and o.provider = 'sandbox';
alter table app.credit_lots alter column is_sandbox drop default;

create or replace function app.ai_credits_left(per_dollar bigint) returns bigint language sql stable set search_path = pg_catalog, app as $$
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
    (select coalesce(sum(unspent), 0) from app.credit_lots where org_id = app.current_org() and unspent > 0 and expires_at > now() and not is_sandbox)
    - (select coalesce(sum(unpaid), 0) from app.credit_charges where org_id = app.current_org())
    - (select coalesce(sum(trunc(used.micros * (100 + v.model_margin_percent) * per_dollar / 100000000)), 0)
       from used, auth.organizations o join app.plan_versions v on v.plan_type = o.plan_type and v.version = o.plan_version
       where o.id = app.current_org())
  )::bigint
$$;
