-- Signing in at somebody else's: Google, GitHub, and the provider of an organization (enterprise single sign-on).

-- Who somebody is at a provider: issuer and subject, never the address, which is only shown (SEC-8). Google's and GitHub's identities
-- and those of each organization's connection are separate doors: one never opens by what was proved at another (ADR 13).
create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (provider in ('google', 'github', 'sso')),
  -- Whose connection it came through; null for Google and GitHub.
  sso_org_id uuid references auth.organizations on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  connected_at timestamptz not null default now(),
  last_used_at timestamptz,
  check ((provider = 'sso') = (sso_org_id is not null)),
  unique nulls not distinct (issuer, subject, sso_org_id),
  unique nulls not distinct (user_id, provider, sso_org_id)
);
create index identities_organization on auth.identities (sso_org_id);

-- A sign-in on its way through a provider. `outcome` is what the provider said; it becomes a session only by a call of the browser
-- that began it.
create table auth.sign_in_flows (
  id uuid primary key,
  provider text not null check (provider in ('google', 'github', 'sso')),
  sso_org_id uuid references auth.organizations on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'link')),
  -- Who connects an identity; null for a sign-in.
  user_id uuid references auth.users on delete cascade,
  state_hash bytea not null unique,
  browser_hash bytea not null,
  -- PKCE verifier and nonce, sealed with the row's id.
  sealed_proof text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  returned_at timestamptz,
  outcome jsonb,
  finished_at timestamptz,
  check ((purpose = 'link') = (user_id is not null)),
  check ((provider = 'sso') = (sso_org_id is not null))
);
create index sign_in_flows_browser on auth.sign_in_flows (browser_hash);
create index sign_in_flows_expiry on auth.sign_in_flows (expires_at);
grant select, insert, update, delete on auth.identities, auth.sign_in_flows to imperium_auth;

-- The provider of an organization, one each, and the mail domains that are its own.
create table app.sso_connections (
  org_id uuid primary key references auth.organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  default_role text not null check (default_role in ('ADMIN', 'MEMBER', 'VIEWER')),
  enabled boolean not null default false,
  -- Members of the verified domains come in by this connection only; the owner is let in otherwise too.
  enforced boolean not null default false,
  -- The provider vouches for addresses although it sends no `email_verified`.
  trusts_addresses boolean not null default false,
  -- What the provider says of itself (OpenID Connect Discovery), as it was read last.
  metadata jsonb,
  discovered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not enforced or enabled)
);
call app.protect_tenant('app.sso_connections', 'select, insert, update, delete', 'select');

create table app.sso_domains (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain)),
  -- To be published in the domain's DNS.
  challenge text not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  primary key (org_id, id),
  unique (org_id, domain)
);
-- Whoever proved it first holds it, whatever others have claimed.
create unique index sso_domains_verified on app.sso_domains (domain) where verified_at is not null;
call app.protect_tenant('app.sso_domains', 'select, insert, update, delete', 'select');

-- Keys are sealed anew by `admin keys rotate`.
grant update (sealed_secret) on app.sso_connections to imperium_system;

-- Members with an address in one of these reach the organization by its own provider only; kept by the connection above.
alter table auth.organizations add column sso_required_domains text[] not null default '{}';
grant update (sso_required_domains) on auth.organizations to imperium_app;

-- A session that an organization's provider opened reaches that organization and no other.
alter table auth.sessions add column sso_org_id uuid references auth.organizations on delete cascade;
