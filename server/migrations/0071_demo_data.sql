-- Demo data of an organization: how far it is, and what it consists of, so that it can be removed again.
create table app.demo_data (
  org_id uuid primary key references auth.organizations (id) on delete cascade,
  status text not null check (status in ('loading', 'ready', 'removing', 'failed')),
  progress int not null default 0,
  records jsonb not null default '{}',
  error text,
  started_at timestamptz not null default now(),
  -- Moves while it is being worked on: a row that stands still was interrupted.
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.demo_data', 'select, insert, update, delete', 'select');
