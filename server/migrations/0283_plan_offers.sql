-- Custom offers of the operator: a version of OVERLORD for one organization, with its own price and limits, bought while it is valid.
alter table app.plan_versions add column for_org uuid references auth.organizations on delete cascade;
create index plan_versions_for_org on app.plan_versions (for_org) where for_org is not null;
drop policy of_a_tenant on app.plan_versions;
create policy of_a_tenant on app.plan_versions for select to imperium_app
  using (app.current_org() is not null and (for_org is null or for_org = app.current_org()));
create policy offers on app.plan_versions for insert to imperium_system with check (for_org is not null);
grant insert on app.plan_versions to imperium_system;

create table app.plan_offers (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  plan_type text not null default 'OVERLORD' check (plan_type = 'OVERLORD'),
  version int not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'withdrawn')),
  valid_until timestamptz not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, plan_type, version),
  foreign key (plan_type, version) references app.plan_versions on delete cascade
);
create index plan_offers_version on app.plan_offers (plan_type, version);
create unique index plan_offers_open on app.plan_offers (org_id) where status = 'open';
call app.protect_tenant('app.plan_offers', 'select, update', 'select, insert, update');
