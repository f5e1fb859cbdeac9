-- Keys of programs: of an organization with chosen scopes, or of one agent, which they may only run (SEC-22, R21).
create table app.api_keys (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('organization', 'agent')),
  agent_id uuid,
  -- All that is kept of the key itself: what is shown of it, and its SHA-256. It has 256 random bits, so no salt is needed.
  prefix text not null,
  last4 text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  -- Whose rights bound the key. The name outlives the account.
  created_by uuid references auth.users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Empty: from everywhere.
  allowed_addresses cidr[] not null default '{}',
  rate_limit_per_hour int check (rate_limit_per_hour > 0),
  usage_count bigint not null default 0,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('revoked', 'agent_deleted')),
  -- Set by a rotation: the key that came after, and until when this one still works beside it.
  replaced_by uuid,
  rotates_until timestamptz,
  primary key (org_id, id),
  foreign key (org_id, agent_id) references app.agents (org_id, id) on delete cascade,
  -- Checked at the end: a rotation frees the name before its new holder comes.
  foreign key (org_id, replaced_by) references app.api_keys (org_id, id) deferrable initially deferred,
  check ((kind = 'agent') = (agent_id is not null)),
  check ((replaced_by is null) = (rotates_until is null)),
  check ((revoked_at is null) = (revoked_reason is null))
);
-- One name among the keys that are neither revoked nor rotated away.
create unique index api_keys_name on app.api_keys (org_id, lower(name)) where revoked_at is null and replaced_by is null;
create index api_keys_agent on app.api_keys (org_id, agent_id) where agent_id is not null;
create index api_keys_successor on app.api_keys (org_id, replaced_by) where replaced_by is not null;
create index api_keys_creator on app.api_keys (created_by);
call app.protect_tenant('app.api_keys', 'select, insert');
grant update (name, scopes, updated_at, expires_at, allowed_addresses, rate_limit_per_hour, revoked_at, revoked_reason, replaced_by, rotates_until)
  on app.api_keys to imperium_app;

-- Sign-in finds a key by its hash before it knows the tenant, and counts its uses.
create policy key_lookup on app.api_keys to imperium_auth using (true);
grant select on app.api_keys to imperium_auth;
grant update (usage_count, last_used_at) on app.api_keys to imperium_auth;

-- Whose keys still stand: the members of one tenant with whether their membership and account are in force.
create function auth.org_access() returns table (user_id uuid, is_member boolean, is_enabled boolean)
  language sql stable security definer set search_path = pg_catalog, auth
  as $$ select u.id, m.status = 'ACTIVE', u.status = 'ACTIVE' from auth.memberships m join auth.users u on u.id = m.user_id
        where m.org_id = nullif(current_setting('app.org_id', true), '')::uuid $$;
revoke all on function auth.org_access() from public;
grant execute on function auth.org_access() to imperium_app;
