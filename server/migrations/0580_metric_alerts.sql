create table app.metric_alerts (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  metric text not null,
  -- Of amounts: the currency that is watched; null for what is no amount.
  currency text,
  period text not null check (period in ('1d', '7d', '30d')),
  condition text not null check (condition in ('above', 'below', 'rises', 'falls', 'missing')),
  threshold double precision check ((threshold is null) = (condition = 'missing')),
  recovery double precision,
  needed int not null check (needed between 1 and "of"),
  "of" int not null check ("of" between 1 and 10),
  quiet_from int not null check (quiet_from between 0 and 23),
  quiet_to int not null check (quiet_to between 0 and 23),
  -- Started each time it fires; it may be gone by then.
  workflow_id uuid,
  is_enabled boolean not null,
  state text not null default 'new' check (state in ('new', 'ok', 'firing', 'missing')),
  -- Whether it fires, also while its value is missing.
  is_firing boolean not null default false,
  -- Of the last checks with a value, newest last: past the limit or not.
  checks boolean[] not null default '{}',
  -- Whether people were told last that it fires: in quiet hours they are not.
  is_told boolean not null default false,
  last_value double precision,
  checked_at timestamptz,
  changed_at timestamptz,
  created_by text not null,
  created_by_user uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index metric_alerts_name on app.metric_alerts (org_id, lower(name));
create index metric_alerts_due on app.metric_alerts (checked_at nulls first) where is_enabled;
call app.protect_tenant('app.metric_alerts', 'select, insert, update, delete', 'select');

create table app.metric_alert_recipients (
  org_id uuid not null,
  alert_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  primary key (org_id, alert_id, user_id),
  foreign key (org_id, alert_id) references app.metric_alerts on delete cascade
);
create index metric_alert_recipients_user on app.metric_alert_recipients (user_id);
call app.protect_tenant('app.metric_alert_recipients', 'select, insert, delete', 'select, delete');
