-- Hosts of organizations. Several may wait for the proof of one name, which discloses nothing; one holds it.
create table app.custom_domains (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain) and length(domain) <= 253),
  status text not null default 'pending' check (status in ('pending', 'verified', 'failed')),
  ssl_status text not null default 'pending' check (ssl_status in ('pending', 'active', 'inactive')),
  -- What the owner of the domain publishes as a TXT record; a new one for each claim.
  challenge text not null,
  -- From the operator's CUSTOM_DOMAINS: the operator vouches for it.
  is_operators boolean not null default false,
  added_at timestamptz not null default now(),
  -- When the present attempt began: it fails 48 hours later.
  began_at timestamptz not null default now(),
  dns_at timestamptz,
  owned_at timestamptz,
  certified_at timestamptz,
  live_at timestamptz,
  verified_at timestamptz,
  -- Since when a verified one no longer shows its proof or leads elsewhere.
  failing_since timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz default now(),
  -- What the last check found: an English sentence and its values.
  message text not null default '',
  message_key jsonb,
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, domain)
);
create unique index custom_domains_holder on app.custom_domains (domain) where status = 'verified';
create index custom_domains_due on app.custom_domains (next_check_at) where next_check_at is not null;
call app.protect_tenant('app.custom_domains', 'select, insert, update, delete', 'select, insert, update');
