-- What every request and every way of signing in has to know of an account; the modules' own tables follow in their migrations.

alter table auth.users
  add column email_verified_at timestamptz,
  -- Since when a second factor is asked at every sign-in; null while there is none.
  add column second_factor_at timestamptz,
  add column language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'ja')),
  -- Null: as the browser has it, or as the language writes it.
  add column time_zone text,
  add column date_format text check (date_format in ('MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD')),
  add column time_format text check (time_format in ('12h', '24h')),
  -- The account is erased at this time unless its owner comes back before.
  add column deletes_at timestamptz;
grant delete on auth.users to imperium_system;

-- When the person last proved who they are: sensitive acts ask for it again after ten minutes (SEC-14).
alter table auth.sessions
  add column authenticated_at timestamptz not null default now(),
  add column method text not null default 'password'
    check (method in ('password', 'passkey', 'register', 'invitation', 'reset', 'google', 'github', 'sso'));

alter table auth.organizations add column require_two_factor boolean not null default false;
-- Its own row, by its managers; plan, status and limits stay the operator's.
grant update (require_two_factor, updated_at) on auth.organizations to imperium_app;

-- Links that were mailed: each works once, for a short time, and only its SHA-256 is stored (SEC-7).
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'delete-account')),
  token_hash bytea not null unique,
  -- The address that the link was mailed to: it proves that address, not a later one of the account.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on auth.one_time_tokens (user_id, purpose);
create index one_time_tokens_expiry on auth.one_time_tokens (expires_at);
grant select, insert, update, delete on auth.one_time_tokens to imperium_auth;
grant select, delete on auth.one_time_tokens to imperium_system;

-- Second factors (SEC-6). The seed of the codes is sealed with the row's id; of recovery codes only the SHA-256 is kept.
create table auth.totp_credentials (
  user_id uuid primary key references auth.users on delete cascade,
  sealed_secret text not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: it and every earlier one are used up (RFC 6238, 5.2).
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table auth.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id, created_at);

-- A ceremony that was begun: a sign-in that waits for its second factor (no session, and worth nothing alone), or a passkey's
-- challenge. Used once, for minutes, and dead after five wrong answers.
create table auth.challenges (
  id uuid primary key,
  kind text not null check (kind in ('second-factor', 'passkey-sign-in', 'passkey-setup', 'passkey-confirm')),
  -- Null only for a passkey's sign-in, which names the account itself.
  user_id uuid references auth.users on delete cascade,
  token_hash bytea not null unique,
  -- How the first factor was proved.
  method text,
  -- What the authenticator must sign, while it is asked.
  webauthn_challenge text,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenges_expiry on auth.challenges (expires_at);
grant select, insert, update, delete on auth.totp_credentials, auth.recovery_codes, auth.passkeys, auth.challenges to imperium_auth;
grant select, delete on auth.challenges to imperium_system;
