-- What the analytics page shows, under a name.
create table app.metric_views (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  metric text not null,
  period text not null check (period in ('7d', '30d', '90d', '365d')),
  compare text not null check (compare in ('previous', 'year', 'none')),
  by text not null,
  is_table boolean not null,
  created_by text not null,
  created_by_user uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index metric_views_name on app.metric_views (org_id, lower(name));
call app.protect_tenant('app.metric_views', 'select, insert, delete', 'select');

-- The views on a member's dashboard, in the member's own order.
create table app.metric_pins (
  org_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  view_id uuid not null,
  position int not null check (position between 0 and 11),
  primary key (org_id, user_id, view_id),
  foreign key (org_id, view_id) references app.metric_views on delete cascade
);
create index metric_pins_view on app.metric_pins (org_id, view_id);
create index metric_pins_user on app.metric_pins (user_id);
call app.protect_tenant('app.metric_pins', 'select, insert, delete', 'select, delete');

create table app.metric_goals (
  org_id uuid not null,
  id uuid not null,
  metric text not null,
  -- Of amounts; empty for what is no amount.
  currency text not null,
  every text not null check (every in ('month', 'quarter')),
  target bigint not null check (target > 0),
  created_by text not null,
  created_by_user uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, metric, currency, every)
);
call app.protect_tenant('app.metric_goals', 'select, insert, delete', 'select');
