-- Calls of the API that failed, by quarter of an hour, key and member; the zero uuid where there is none.
create table app.usage_api_errors (
  org_id uuid not null,
  slot timestamptz not null,
  key_id uuid not null,
  user_id uuid not null,
  errors bigint not null,
  primary key (org_id, slot, key_id, user_id)
);
call app.protect_tenant('app.usage_api_errors', 'select, insert, update');

-- A year and the year before it can be compared: quarter hours of all usage together stay for two years and more.
create or replace function app.prune_usage_slots(batch int, moment timestamptz) returns int language plpgsql set search_path = pg_catalog, app as $$
declare gone int; total int := 0; org record;
begin
  for org in select o.id, moment - make_interval(days => greatest(o.retention_days_limit, 200)) as before from auth.organizations o loop
    delete from app.usage_slots where ctid = any (array(
      select ctid from app.usage_slots where org_id = org.id and slot < org.before limit batch - total));
    get diagnostics gone = row_count;
    total := total + gone;
    delete from app.usage_part_slots where ctid = any (array(
      select ctid from app.usage_part_slots
      where org_id = org.id and slot < case part when 'all' then least(org.before, moment - interval '800 days') else org.before end
      limit batch - total));
    get diagnostics gone = row_count;
    total := total + gone;
    exit when total >= batch;
  end loop;
  return total;
end $$;

-- States of an organization as of the end of each day of its calendar: what cannot be counted afterwards.
create table app.metric_days (
  org_id uuid not null,
  metric text not null,
  day date not null,
  -- Empty for what is no amount.
  currency text not null,
  value bigint not null,
  recorded_at timestamptz not null default now(),
  primary key (org_id, metric, day, currency)
);
call app.protect_tenant('app.metric_days', 'select, insert, update');

create table app.reports (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  chart_type text not null check (chart_type in ('line', 'bar', 'pie', 'table')),
  metrics text[] not null check (cardinality(metrics) between 1 and 12),
  group_by text not null check (group_by in ('time', 'user', 'organization', 'type')),
  period text not null check (period in ('7d', '30d', '90d', '365d')),
  schedule jsonb,
  -- The next slot. It moves on in the transaction that makes the run of a slot.
  next_at timestamptz check ((next_at is null) = (schedule is null)),
  created_by text not null,
  created_by_user uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index reports_name on app.reports (org_id, lower(name));
create index reports_due on app.reports (next_at) where next_at is not null;
call app.protect_tenant('app.reports', 'select, insert, update, delete', 'select');

create table app.report_recipients (
  org_id uuid not null,
  report_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  primary key (org_id, report_id, user_id),
  foreign key (org_id, report_id) references app.reports on delete cascade
);
create index report_recipients_user on app.report_recipients (user_id);
call app.protect_tenant('app.report_recipients', 'select, insert, delete', 'select, delete');

-- Of reports and of templates, which are part of the program: so without a reference.
create table app.report_runs (
  org_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  cause text not null check (cause in ('manual', 'schedule')),
  slot timestamptz check ((slot is null) = (cause = 'manual')),
  attempts int not null default 0,
  -- All figures; a reader gets those that they may see.
  answer jsonb,
  failure text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (org_id, id),
  unique (org_id, report_id, slot)
);
create index report_runs_newest on app.report_runs (org_id, report_id, id desc);
create index report_runs_open on app.report_runs (created_at) where state in ('queued', 'running');
call app.protect_tenant('app.report_runs', 'select, insert, update, delete', 'select');

-- Which member was mailed which run: a repeated job mails none twice.
create table app.report_mails (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  queued_at timestamptz not null default now(),
  primary key (org_id, run_id, user_id),
  foreign key (org_id, run_id) references app.report_runs on delete cascade
);
create index report_mails_user on app.report_mails (user_id);
call app.protect_tenant('app.report_mails', 'select, insert', 'select, delete');

create table app.report_shares (
  org_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  audience text not null check (audience in ('members', 'anyone')),
  -- SHA-256 of the secret part of the address.
  token_hash bytea not null unique,
  created_by text not null,
  created_by_user uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened bigint not null default 0,
  primary key (org_id, id)
);
create index report_shares_report on app.report_shares (org_id, report_id);
call app.protect_tenant('app.report_shares', 'select, insert, update, delete', 'select');
