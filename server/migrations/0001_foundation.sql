-- Schemas, the tenant function, identity and the tables that the platform itself keeps.
-- Roles exist before any migration runs (platform/db/roles.ts): imperium_app works for one tenant, imperium_auth signs people in,
-- imperium_system sweeps across tenants, imperium_query only reads for agents. None owns a table or bypasses row-level security.

create schema auth;
create schema app;
grant usage on schema auth to imperium_auth, imperium_app, imperium_system;
grant usage on schema app to imperium_auth, imperium_app, imperium_system, imperium_query;

-- After a transaction the setting is '' and not NULL, and '' is no uuid.
create function app.current_org() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;
grant execute on function app.current_org() to imperium_auth, imperium_app, imperium_system, imperium_query;

-- Forces row-level security on a tenant table and lets the application see the rows of its tenant only.
create procedure app.protect_tenant(target regclass, app_grants text, system_grants text default null) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to imperium_app using (org_id = app.current_org()) with check (org_id = app.current_org())', target);
  execute format('grant %s on %s to imperium_app', app_grants, target);
  if system_grants is not null then
    execute format('create policy sweep on %s to imperium_system using (true) with check (true)', target);
    execute format('grant %s on %s to imperium_system', system_grants, target);
  end if;
end $$;

create table auth.users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  terms_version text not null,
  terms_accepted_at timestamptz not null default now(),
  last_org_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on auth.users (email);

create table auth.user_passwords (
  user_id uuid primary key references auth.users on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

create table auth.organizations (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  plan_type text not null default 'FREE' check (plan_type in ('FREE', 'CONQUEROR', 'EMPEROR', 'OVERLORD')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'TRIAL', 'SUSPENDED')),
  billing_cycle text not null default 'MONTHLY' check (billing_cycle in ('MONTHLY', 'YEARLY')),
  max_users int not null,
  max_agents int not null,
  storage_limit_bytes bigint not null,
  api_calls_limit bigint not null,
  time_zone text not null default 'UTC',
  monthly_budget_micros bigint,
  billing_email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.users add foreign key (last_org_id) references auth.organizations on delete set null;
-- The tenant's own row, for limits and time zone inside a tenant transaction.
alter table auth.organizations enable row level security;
alter table auth.organizations force row level security;
create policy own on auth.organizations to imperium_app using (id = app.current_org());
create policy all_rows on auth.organizations to imperium_auth using (true) with check (true);
create policy sweep on auth.organizations to imperium_system using (true) with check (true);
grant select on auth.organizations to imperium_app, imperium_system;
grant update (plan_type, status, max_users, max_agents, storage_limit_bytes, api_calls_limit, updated_at) on auth.organizations to imperium_system;

create table auth.memberships (
  org_id uuid not null references auth.organizations on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  joined_at timestamptz not null default now(),
  primary key (org_id, user_id)
);
create unique index memberships_one_owner on auth.memberships (org_id) where role = 'OWNER';
create index memberships_user on auth.memberships (user_id);
alter table auth.memberships enable row level security;
alter table auth.memberships force row level security;
create policy tenant on auth.memberships to imperium_app using (org_id = app.current_org());
create policy all_rows on auth.memberships to imperium_auth using (true) with check (true);
create policy sweep on auth.memberships to imperium_system using (true);
-- For auth.org_people() below where the owner is no superuser and so is held by the forced security too.
create policy definer on auth.memberships to current_user using (true);
grant select on auth.memberships to imperium_app, imperium_system;

create table auth.sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  -- Every refresh stays in the family of its sign-in; a reused token ends the whole family (R17).
  family_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  current_org_id uuid references auth.organizations on delete set null,
  transport text not null check (transport in ('cookie', 'bearer')),
  ip_address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text
);
create index sessions_user on auth.sessions (user_id, created_at desc);
create index sessions_family on auth.sessions (family_id);
create index sessions_expiry on auth.sessions (expires_at);

create table auth.login_events (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  at timestamptz not null default now(),
  ip_address text not null,
  user_agent text not null,
  success boolean not null,
  reason text
);
create index login_events_user on auth.login_events (user_id, at desc);

-- Counters of the sign-in throttle. Unlogged: losing them in a crash only forgives a few tries.
create unlogged table auth.rate_hits (
  key text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (key, window_start)
);

grant select, insert, update on auth.users, auth.user_passwords, auth.sessions to imperium_auth;
grant select, insert, update, delete on auth.organizations, auth.memberships, auth.rate_hits to imperium_auth;
grant select, insert on auth.login_events to imperium_auth;
grant select, delete on auth.sessions, auth.login_events, auth.rate_hits to imperium_system;
grant select on auth.users to imperium_system;

-- Names of the people of one tenant, without handing the application the table of all accounts.
create function auth.org_people() returns table (user_id uuid, first_name text, last_name text, email text, role text)
  language sql stable security definer set search_path = pg_catalog, auth
  as $$ select u.id, u.first_name, u.last_name, u.email, m.role from auth.memberships m join auth.users u on u.id = m.user_id
        where m.org_id = nullif(current_setting('app.org_id', true), '')::uuid and m.status = 'ACTIVE' $$;
revoke all on function auth.org_people() from public;
grant execute on function auth.org_people() to imperium_app;

-- Audit: append-only and hash-chained per organization (SEC-38). The zero organization holds what belongs to none.
create table app.audit_heads (
  org_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);
create table app.audit_log (
  org_id uuid not null,
  seq bigint not null,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'agent', 'system', 'operator', 'anonymous')),
  actor_id text,
  actor_name text not null,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  outcome text not null default 'success' check (outcome in ('success', 'refused', 'failed')),
  ip_address text,
  request_id text,
  before jsonb,
  after jsonb,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (org_id, seq, at)
) partition by range (at);
create index audit_log_recent on app.audit_log (org_id, at desc);

-- What a row's hash covers. Also used by the verification, so that both always agree.
create function app.audit_digest(r app.audit_log) returns bytea language sql immutable as $$
  select sha256(r.prev_hash || convert_to(jsonb_build_array(r.org_id, r.seq, extract(epoch from r.at), r.actor_kind, r.actor_id, r.actor_name,
    r.action, r.target_kind, r.target_id, r.target_name, r.outcome, r.ip_address, r.request_id, r.before, r.after)::text, 'UTF8'))
$$;
-- Security definer: only this function may write the heads, so the application cannot forge a link. The head's row lock makes
-- the rows of one organization queue up; it is taken by the last statement of a transaction and held for its commit only.
create function app.audit_chain() returns trigger language plpgsql security definer set search_path = pg_catalog, app as $$
declare head app.audit_heads;
begin
  insert into app.audit_heads values (new.org_id, 0, sha256(convert_to(new.org_id::text, 'UTF8'))) on conflict do nothing;
  select * into head from app.audit_heads where org_id = new.org_id for update;
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.hash := app.audit_digest(new);
  update app.audit_heads set seq = new.seq, hash = new.hash where org_id = new.org_id;
  return new;
end $$;
create trigger chain before insert on app.audit_log for each row execute function app.audit_chain();
call app.protect_tenant('app.audit_log', 'select, insert', 'select, insert');
alter table app.audit_heads enable row level security;
alter table app.audit_heads force row level security;
create policy sweep on app.audit_heads to imperium_system using (true);
create policy definer on app.audit_heads to current_user using (true) with check (true);
grant select on app.audit_heads to imperium_system;
create policy zero_org on app.audit_log to imperium_auth with check (true);
grant insert on app.audit_log to imperium_auth;

-- Outbox: what happened, written with the change itself. Handlers are jobs enqueued in the same transaction.
create table app.outbox (
  id uuid not null,
  org_id uuid not null,
  type text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  primary key (org_id, id)
) partition by range (id);
call app.protect_tenant('app.outbox', 'select, insert', 'select');

-- Effect ledger: one row per effect on the outside, written before it and settled after it.
create table app.effects (
  org_id uuid not null,
  source text not null,
  step text not null,
  kind text not null,
  -- The identity under which a repeat is recognised, for example a Message-ID.
  identity text not null,
  policy text not null check (policy in ('repeat', 'reconcile', 'hold')),
  status text not null check (status in ('started', 'done', 'failed', 'unknown', 'held')),
  attempts int not null default 1,
  request jsonb not null,
  result jsonb,
  started_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (org_id, source, step)
);
create index effects_recent on app.effects (org_id, started_at desc);
call app.protect_tenant('app.effects', 'select, insert, update', 'select, delete');

create table app.idempotency_keys (
  org_id uuid not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (org_id, operation, key)
);
call app.protect_tenant('app.idempotency_keys', 'select, insert', 'select, delete');

-- Mail that the sandbox adapter kept instead of sending.
create table app.sandbox_mail (
  org_id uuid not null,
  message_id text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  accepted_at timestamptz not null default now(),
  -- How often the same message was handed over; above 1 only after a crash (counted, never hidden).
  copies int not null default 1,
  primary key (org_id, message_id)
);
call app.protect_tenant('app.sandbox_mail', 'select, insert, update', 'select, delete');
