-- Another authenticator app is set up beside the one in use, and takes its place only when a code of it was confirmed.
alter table auth.totp_credentials
  alter column sealed_secret drop not null,
  add column pending_secret text,
  add column pending_at timestamptz,
  add check (confirmed_at is null or sealed_secret is not null);

alter table auth.challenges
  -- What an authenticator was asked is good for less time than the sign-in that waits for it.
  add column webauthn_expires_at timestamptz,
  -- The organization that the sign-in is to begin in, where its way in named one.
  add column begin_org_id uuid references auth.organizations on delete cascade;
