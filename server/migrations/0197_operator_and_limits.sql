-- The operator's own organization: its owner and admins see the operator's pages. One row at most.
create table app.operator_organization (
  one boolean primary key default true check (one),
  organization uuid not null references auth.organizations on delete cascade,
  named_at timestamptz not null default now()
);
alter table app.operator_organization enable row level security;
alter table app.operator_organization force row level security;
create policy sweep on app.operator_organization to imperium_system using (true) with check (true);
grant select, insert, update, delete on app.operator_organization to imperium_system;
create policy own on app.operator_organization for select to imperium_app using (organization = app.current_org());
grant select on app.operator_organization to imperium_app;

-- Limits of a plan that were announced: each level once a month.
create table app.limit_notices (
  org_id uuid not null references auth.organizations on delete cascade,
  limit_name text not null,
  month text not null,
  level int not null check (level in (80, 100)),
  created_at timestamptz not null default now(),
  primary key (org_id, limit_name, month, level)
);
call app.protect_tenant('app.limit_notices', 'select, insert');
