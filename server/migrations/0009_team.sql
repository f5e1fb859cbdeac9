-- Joining by invitation, members as their managers see them, the organization's profile, and its end.

alter table auth.memberships add column updated_at timestamptz not null default now();
-- A manager's transaction is that of the tenant: the policy `tenant` holds it to the organization's own rows.
grant update (role, status, updated_at), delete on auth.memberships to imperium_app;

-- Everybody who is or was let in, for the team page; auth.org_people() stays the active ones.
create function auth.org_members()
  returns table (user_id uuid, name text, email text, role text, status text, joined_at timestamptz, updated_at timestamptz, last_active_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, auth
  as $$ select u.id, u.first_name || ' ' || u.last_name, u.email, m.role, m.status, m.joined_at, m.updated_at,
               -- Sessions are kept for a month after their end; who joined was there at that moment at least.
               greatest(m.joined_at, (select max(s.last_active_at) from auth.sessions s where s.user_id = u.id and s.current_org_id = m.org_id))
        from auth.memberships m join auth.users u on u.id = m.user_id
        where m.org_id = nullif(current_setting('app.org_id', true), '')::uuid $$;
revoke all on function auth.org_members() from public;
grant execute on function auth.org_members() to imperium_app;

create table app.invitations (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('ADMIN', 'MEMBER', 'VIEWER')),
  -- Of the link that was mailed last; sending it again makes a new one, and the old one is found no more.
  token_hash bytea not null unique,
  invited_by uuid references auth.users on delete set null,
  invited_by_name text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  resent_count int not null default 0,
  accepted_at timestamptz,
  accepted_by uuid references auth.users on delete set null,
  revoked_at timestamptz,
  primary key (org_id, id)
);
-- One invitation at a time for an address; an expired one is sent again or revoked.
create unique index invitations_one_open on app.invitations (org_id, email) where accepted_at is null and revoked_at is null;
create index invitations_recent on app.invitations (org_id, created_at desc, id desc);
call app.protect_tenant('app.invitations', 'select, insert, update', 'select, delete');
-- Whoever joins is found by the token alone, before there is a tenant.
create policy joining on app.invitations to imperium_auth using (true) with check (true);
grant select on app.invitations to imperium_auth;
grant update (accepted_at, accepted_by) on app.invitations to imperium_auth;

alter table auth.organizations
  add column legal_name text not null default '',
  add column description text not null default '',
  add column website text not null default '',
  add column industry text
    check (industry in ('technology', 'finance', 'healthcare', 'retail', 'manufacturing', 'education', 'other')),
  add column size text check (size in ('1-10', '11-50', '51-200', '201-500', '500+')),
  add column address text not null default '',
  add column city text not null default '',
  add column country text not null default '',
  add column phone text not null default '',
  add column contact_email text not null default '',
  add column tax_id text not null default '',
  -- Set: read-only until then, and then erased, unless its owner restores it.
  add column deletes_at timestamptz;
grant update (legal_name, description, website, industry, size, address, city, country, phone,
   contact_email, tax_id, name, billing_email, time_zone, monthly_budget_micros, deletes_at) on auth.organizations to imperium_app;
create index organizations_deletion on auth.organizations (deletes_at) where deletes_at is not null;

-- The owner of the tables is held by forced security too where it is no superuser: it may remove the rows of the one organization
-- that app.erase_organization() names, and nothing else. Of tables that are made later, protect_tenant says the same.
create or replace procedure app.protect_tenant(target regclass, app_grants text, system_grants text default null) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to imperium_app using (org_id = app.current_org()) with check (org_id = app.current_org())', target);
  execute format('create policy erasure on %s to %I using (org_id = nullif(current_setting(''app.erased_org'', true), '''')::uuid)', target, current_user);
  execute format('grant %s on %s to imperium_app', app_grants, target);
  if system_grants is not null then
    execute format('create policy sweep on %s to imperium_system using (true) with check (true)', target);
    execute format('grant %s on %s to imperium_system', system_grants, target);
  end if;
end $$;
do $$
declare target regclass;
begin
  for target in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind in ('r', 'p') and c.relrowsecurity and c.relname not in ('audit_log', 'audit_heads')
      and not c.relispartition and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')
  loop
    execute format('create policy erasure on %s to %I using (org_id = nullif(current_setting(''app.erased_org'', true), '''')::uuid)', target, current_user);
  end loop;
  -- Named by the owner's own function alone, after it has looked at the date.
  execute format('create policy definer on auth.organizations to %I using (deletes_at is not null)', current_user);
end $$;

-- Erases up to `batch` rows of each table of an organization whose time of grace is over, and at last the organization itself; says how
-- many rows went, 0 when nothing is left. The audit log stays: it outlives what it describes (decision 22).
create function app.erase_organization(target uuid, batch int) returns bigint
  language plpgsql security definer set search_path = pg_catalog, app, auth as $$
declare relation regclass; gone bigint; total bigint := 0; held boolean := false;
begin
  perform 1 from auth.organizations o where o.id = target and o.deletes_at < now() for update;
  if not found then return 0; end if;
  perform set_config('app.erased_org', target::text, true);
  for relation in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind = 'r' and c.relname not like 'audit\_%'
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
  loop
    begin
      execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where org_id = $1 limit $2))', relation) using target, batch;
      get diagnostics gone = row_count;
      total := total + gone;
    -- Others still refer to these rows: they go in the next round.
    exception when foreign_key_violation then held := true;
    end;
  end loop;
  if total = 0 and held then raise exception 'rows of organization % refer to each other in a circle', target; end if;
  if total = 0 then
    delete from auth.organizations where id = target;
    get diagnostics total = row_count;
  end if;
  perform set_config('app.erased_org', '', true);
  return total;
end $$;
revoke all on function app.erase_organization(uuid, int) from public;
grant execute on function app.erase_organization(uuid, int) to imperium_system;
