-- What each organization asks of passwords, what was used before, and what is needed to know a sign-in as familiar.

-- One row per organization, made with it. It stands beside the organizations because every request of a member asks for the age.
create table auth.security_policies (
  org_id uuid primary key references auth.organizations on delete cascade,
  password_min_length int not null default 12 check (password_min_length between 12 and 64),
  require_lowercase boolean not null default true,
  require_uppercase boolean not null default true,
  require_number boolean not null default true,
  require_special boolean not null default true,
  -- Null: a password never expires.
  password_max_age_days int default 90 check (password_max_age_days between 1 and 3650),
  -- So many of the last passwords, the present one included, may not be chosen again.
  password_history int not null default 5 check (password_history between 0 and 10),
  updated_at timestamptz not null default now()
);
call app.protect_tenant('auth.security_policies', 'select, insert, update', 'select, delete');
-- A password is its person's, in all organizations: it is chosen under the rules of each of them.
create policy sign_in on auth.security_policies to imperium_auth using (true);
grant select on auth.security_policies to imperium_auth;
insert into auth.security_policies (org_id) select id from auth.organizations;

-- Every password that an account has or had lately, as its hash alone.
create table auth.password_history (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  hash text not null,
  created_at timestamptz not null default now()
);
create index password_history_user on auth.password_history (user_id, created_at desc);
grant select, insert, delete on auth.password_history to imperium_auth;
insert into auth.password_history (id, user_id, hash, created_at) select gen_random_uuid(), user_id, hash, changed_at from auth.user_passwords;
grant delete on auth.user_passwords to imperium_auth;

alter table auth.login_events
  add column method text,
  -- The address as it is counted: of IPv6 the first 64 bits. Null in rows from before.
  add column network text;
update auth.login_events set network = ip_address where ip_address !~ ':';
-- The history, newest first: ids are in the order of time.
create index login_events_history on auth.login_events (user_id, id desc);
-- Whether somebody signed in from here before: asked at every sign-in.
create index login_events_known on auth.login_events (user_id, network, at desc) where success;

alter table app.sandbox_mail add column id uuid not null default gen_random_uuid();
create unique index sandbox_mail_id on app.sandbox_mail (id);
create index sandbox_mail_recent on app.sandbox_mail (accepted_at desc, id desc);
