-- Limits of contacts, agent runs, model tokens and retention, in the catalogue and in force for each organization.
alter table app.plan_versions
  add column contacts_limit bigint,
  add column runs_limit bigint,
  add column tokens_limit bigint,
  add column retention_days_limit int;
update app.plan_versions p set contacts_limit = l.contacts, runs_limit = l.runs, tokens_limit = l.tokens, retention_days_limit = l.days
  from (values ('FREE', 100000::bigint, 25000::bigint, 10000000::bigint, 90), ('CONQUEROR', 500000, 250000, 100000000, 180),
               ('EMPEROR', 5000000, 2500000, 1000000000, 365), ('OVERLORD', 100000000, 50000000, 20000000000, 365))
    as l (plan_type, contacts, runs, tokens, days) where l.plan_type = p.plan_type;
alter table app.plan_versions
  alter column contacts_limit set not null, alter column runs_limit set not null, alter column tokens_limit set not null,
  alter column retention_days_limit set not null;

alter table auth.organizations
  add column contacts_limit bigint not null default 100000,
  add column runs_limit bigint not null default 25000,
  add column tokens_limit bigint not null default 10000000,
  add column retention_days_limit int not null default 90;
update auth.organizations o set contacts_limit = p.contacts_limit, runs_limit = p.runs_limit, tokens_limit = p.tokens_limit,
    retention_days_limit = p.retention_days_limit
  from app.plan_versions p where p.plan_type = o.plan_type and p.version = o.plan_version;
-- They said how long before there was a limit, and keep it.
update auth.organizations o set retention_days_limit = greatest(o.retention_days_limit, r.days) from app.retention_policies r where r.org_id = o.id;
grant update (contacts_limit, runs_limit, tokens_limit, retention_days_limit) on auth.organizations to imperium_system;

-- How many contacts an organization has: changes are appended, so that writers never wait for each other, and folded every minute.
create table app.contact_counts (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null default uuidv7(),
  contacts bigint not null,
  primary key (org_id, id)
);
call app.protect_tenant('app.contact_counts', 'select, insert', 'select, insert, update, delete');
insert into app.contact_counts (org_id, contacts) select org_id, count(*) from app.contacts group by 1;

create function app.count_contacts() returns trigger language plpgsql set search_path = pg_catalog, app as $$
begin
  -- Contacts that leave with their organization are not counted.
  insert into app.contact_counts (org_id, contacts)
    select r.org_id, case tg_op when 'INSERT' then count(*) else -count(*) end from changed r
    where exists (select from auth.organizations o where o.id = r.org_id) group by 1;
  return null;
end $$;
create trigger count_added after insert on app.contacts referencing new table as changed for each statement execute function app.count_contacts();
create trigger count_removed after delete on app.contacts referencing old table as changed for each statement execute function app.count_contacts();

-- Several changes of an organization become one row.
create function app.fold_contact_counts() returns void language sql set search_path = pg_catalog, app as $$
  with taken as (
    delete from app.contact_counts c where (c.org_id, c.id) in (
      select f.org_id, f.id from app.contact_counts f
      where f.org_id in (select org_id from app.contact_counts group by 1 having count(*) > 1 limit 1000)
      order by 1, 2 limit 20000 for update skip locked)
    returning c.org_id, c.contacts
  )
  insert into app.contact_counts (org_id, contacts) select org_id, sum(contacts) from taken group by 1
$$;
grant execute on function app.fold_contact_counts() to imperium_system;

-- Runs and tokens of a month, which are looked at before each run and each call of a model.
alter table app.usage_months add column runs bigint not null default 0, add column tokens bigint not null default 0;
insert into app.usage_months (org_id, month, agent_id, config_id, model_calls, cost_micros, api_calls, messages, runs, tokens)
  select org_id, date_trunc('month', slot at time zone 'UTC')::date, agent_id, config_id, 0, 0, 0, 0, sum(runs), sum(input_tokens + output_tokens)
  from app.usage_slots where runs <> 0 or input_tokens <> 0 or output_tokens <> 0 group by 1, 2, 3, 4
  on conflict (org_id, month, agent_id, config_id) do update set runs = excluded.runs, tokens = excluded.tokens;
do $$
declare definition text := pg_get_functiondef('app.fold_usage(int)'::regprocedure);
declare changed text;
begin
  changed := replace(definition, 'sum(model_calls), sum(cost_micros), sum(api_calls), sum(mails + messages)
    from taken', 'sum(model_calls), sum(cost_micros), sum(api_calls), sum(mails + messages), sum(runs), sum(input_tokens + output_tokens)
    from taken');
  changed := replace(changed, 'messages = usage_months.messages + excluded.messages',
    'messages = usage_months.messages + excluded.messages, runs = usage_months.runs + excluded.runs, tokens = usage_months.tokens + excluded.tokens');
  if strpos(changed, 'sum(runs), sum(input_tokens + output_tokens)
    from taken') = 0 or strpos(changed, 'tokens = usage_months.tokens') = 0 then
    raise exception 'app.fold_usage is not as this migration expects it';
  end if;
  execute changed;
end $$;
